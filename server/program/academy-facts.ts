import { sql } from 'kysely';
import { z } from 'zod/mini';
import { findInbox, findMailServer, getAcademy, getSender } from '../features/academy/feature.ts';
import { findWaitingMails } from '../features/overview/feature.ts';
import { factsOfRunning } from '../platform/backup/running-program.ts';
import { connectAsIs, type Db } from '../platform/db/database.ts';
import { createLog } from '../platform/http/log.ts';
import { Away } from '../platform/outage.ts';
import type { Config } from '../settings/config.ts';

const MailServer = z.object({ smtpUrl: z.string(), smtpTls: z.enum(['required', 'opportunistic', 'none']) });

/** What the doctor asks of the academy's database. */
const Facts = z.object({
  mail: z.object({
    /** The mail server of the operator, otherwise the one that an administrator has entered; null for none. */
    server: z.nullable(MailServer),
    /** Why the one that was entered cannot be used; null if it can. */
    unusable: z.nullable(z.string()),
    from: z.string(),
    /** Where what is written to the academy goes. */
    inbox: z.nullable(z.string()),
    /** What the mail server has not taken, since when, and why; null for nothing. */
    waiting: z.nullable(z.object({ since: z.string(), error: z.nullable(z.string()) })),
  }),
  stated: z.object({
    name: z.string(),
    email: z.string(),
    city: z.string(),
    signatoryName: z.string(),
    signatoryTitle: z.string(),
    missing: z.array(z.enum(['name', 'city', 'certificatePrefix', 'signatoryName', 'signatoryTitle'])),
  }),
  /** Administrators who can log in. */
  administrators: z.array(z.string()),
  /** Stored files that are not marked as deleted, films first. */
  files: z.array(z.object({ name: z.string(), sizeBytes: z.number(), sha256: z.string() })),
});
export type Facts = z.infer<typeof Facts>;

/** Reads what the doctor asks, with few statements: on the embedded database the program answers it as it runs. */
export async function readFacts(db: Db, config: Config, now: Date): Promise<Facts> {
  const { missing, ...stated } = await getAcademy(db, config);
  const mail = await readMail(db, config, now);
  const administrators = await db
    .selectFrom('account')
    .select('email')
    .where('role', '=', 'admin')
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .execute();
  const files = await db
    .selectFrom('storedFile')
    .select([sql<string>`folder || '/' || filename`.as('name'), 'sizeBytes', 'sha256'])
    .where('deletedAt', 'is', null)
    .orderBy(sql`folder != 'trainingVideo'`)
    .orderBy('id')
    .execute();
  return {
    mail,
    stated: { ...stated, missing: [...missing] },
    administrators: administrators.map(({ email }) => email),
    files,
  };
}

async function readMail(db: Db, config: Config, now: Date): Promise<Facts['mail']> {
  let unusable: string | null = null;
  const server = await findMailServer(db, config).catch((error: unknown) => {
    if (!(error instanceof Away)) throw error;
    unusable = error.message;
    return undefined;
  });
  const from = await getSender(db, config);
  const inbox = await findInbox(db, await getAcademy(db, config));
  return { server: server ?? null, unusable, from, inbox, waiting: await findWaitingMails(db, now) };
}

/**
 * What a database server says, or of the embedded database the running program.
 *
 * @returns undefined where no program of this version runs on the embedded database.
 * @throws where the server does not answer, or its database is of another version.
 */
export async function findFacts(config: Config, now: Date): Promise<Facts | undefined> {
  const { databaseUrl: url, dataDir } = config;
  if (url === undefined) return z.safeParse(Facts, await factsOfRunning(dataDir)).data;
  const db = connectAsIs(url, createLog('silent'));
  try {
    return await readFacts(db, config, now);
  } finally {
    await db.destroy();
  }
}
