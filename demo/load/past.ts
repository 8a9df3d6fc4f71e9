import { accounts } from '@fairlead/contract/accounts/calls';
import { academyName } from '../../server/features/academy/queries.ts';
import { logJobs } from '../../server/features/audit/jobs.ts';
import { createCertificatePress } from '../../server/features/certificates/drawing/draw-certificate.ts';
import { certificateJobs } from '../../server/features/certificates/jobs.ts';
import { inspectionPackJobs } from '../../server/features/inspection-packs/jobs.ts';
import { importJobs } from '../../server/features/people-import/jobs.ts';
import { seafarerJobs } from '../../server/features/seafarers/jobs.ts';
import { prepareFilmJob } from '../../server/features/training/films/preparation-queue.ts';
import { Changes } from '../../server/platform/changes/changes.ts';
import type { Db } from '../../server/platform/db/database.ts';
import { createFiles } from '../../server/platform/files/files.ts';
import type { Logger } from '../../server/platform/http/log.ts';
import { Worker } from '../../server/platform/jobs/worker.ts';
import { createKeys } from '../../server/platform/keys/keys.ts';
import { mailJob } from '../../server/platform/mail/queue-mail.ts';
import type { Platform } from '../../server/platform/platform.ts';
import { buildApp } from '../../server/program/app.ts';
import { declaredBy } from '../../server/program/declared.ts';
import { features } from '../../server/program/features.ts';
import { housekeeping } from '../../server/program/housekeeping.ts';
import type { Config } from '../../server/settings/config.ts';
import { demoPassword } from '../people.ts';
import { type Caller, callerOn, type Upload, uploadOn } from './caller.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';

/** The program with a simulated clock, on which an academy's past is replayed. */
export type Past = {
  platform: Platform;
  mailbox: Mailbox;
  /** Moves the clock forward to a time; it never goes back. */
  moveTo: (moment: Date) => void;
  pass: (seconds: number) => void;
  visitor: Caller;
  /** Calls as a person with the demo's password. It logs the person in, and out when time has moved on. */
  as: (email: string) => Promise<Caller>;
  /** Uploads a file as a person; returns the upload's id. */
  upload: (email: string, file: Upload) => Promise<string>;
  /** Runs every job that is due: email, certificates. */
  settle: () => Promise<void>;
  /** Logs everybody out, checks that no work is left, and removes data whose retention has ended. */
  end: () => Promise<void>;
  /** Closes the program; the database stays open. */
  close: () => Promise<void>;
};

type Dependencies = { db: Db; config: Config; log: Logger };

/** An access token is valid for 15 minutes; the rest is left for the call itself. */
const sittingMilliseconds = 14 * 60_000;

/** Builds the program on an open database, with its clock at `from`. */
export async function openPast({ db, config: given, log }: Dependencies, from: Date, today: Date): Promise<Past> {
  const config: Config = { ...given, mail: { ...given.mail, smtpUrl: undefined } };
  let now = from;
  const clock = () => now;
  const files = createFiles({
    dataDir: config.dataDir,
    secret: config.secrets.link,
    vault: config.secrets.vault,
    clock,
  });
  const keys = createKeys({
    db,
    dataDir: config.dataDir,
    clock,
    academy: academyName(db, config),
    logOrigin: config.logOrigin,
    pkcs12: config.pdfKey,
  });
  const platform: Platform = { db, files, keys, config, clock, changes: new Changes({ db, log }) };
  const { app } = await buildApp(platform, log);
  const press = createCertificatePress();
  const mailbox = createMailbox(platform, today);
  // In place of the program's own worker, which is never started: here jobs are due as soon as they are created.
  const handlers = {
    [mailJob]: mailbox.take,
    ...seafarerJobs(platform),
    ...certificateJobs(platform, press, log),
    ...importJobs(platform, declaredBy(features).personalTables),
    ...inspectionPackJobs(platform),
    ...logJobs(platform),
  };
  const worker = new Worker({ db, clock, log, handlers });
  const visitor = callerOn(app);
  const sittings = createSittings(visitor, (accessToken) => callerOn(app, accessToken), clock);

  const settle = async () => {
    await worker.drain();
  };
  return {
    platform,
    mailbox,
    moveTo: (moment) => {
      if (moment > now) now = moment;
    },
    pass: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    visitor,
    as: async (email) => (await sittings.of(email)).call,
    upload: async (email, file) => uploadOn(app, (await sittings.of(email)).accessToken, file),
    settle,
    async end() {
      await sittings.endAll();
      await settle();
      await requireNothingUndone(db);
      await housekeeping(platform, app.log)({ id: 'demo', payload: {} });
    },
    async close() {
      await app.close();
      await press.close();
    },
  };
}

type Sitting = { call: Caller; accessToken: string; refreshToken: string; since: Date };

function createSittings(visitor: Caller, callerWith: (accessToken: string) => Caller, clock: () => Date) {
  const open = new Map<string, Sitting>();
  const end = async (email: string) => {
    const sitting = open.get(email);
    if (sitting) await visitor(accounts.logout, { body: { refreshToken: sitting.refreshToken } });
    open.delete(email);
  };
  return {
    async of(email: string): Promise<Sitting> {
      const sitting = open.get(email);
      if (sitting && clock().getTime() - sitting.since.getTime() < sittingMilliseconds) return sitting;
      await end(email);
      const tokens = await visitor(accounts.login, { body: { email, password: demoPassword } });
      const { accessToken, refreshToken } = tokens;
      const fresh = { call: callerWith(accessToken), accessToken, refreshToken, since: clock() };
      open.set(email, fresh);
      return fresh;
    },
    async endAll() {
      for (const email of [...open.keys()]) await end(email);
    },
  };
}

/**
 * Throws when jobs are left: the server would run them later, and then really send email. Only the jobs for smaller
 * versions of films are left to it: they take minutes, and need ffmpeg.
 */
async function requireNothingUndone(db: Db): Promise<void> {
  const undone = await db
    .selectFrom('job')
    .select(['kind', 'lastError'])
    .where('doneAt', 'is', null)
    .where('kind', '!=', prepareFilmJob)
    .executeTakeFirst();
  if (undone) throw new Error(`A job was not carried out: ${undone.kind}, ${undone.lastError ?? 'not tried'}`);
}
