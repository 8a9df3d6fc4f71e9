import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { version } from '../../settings/version.ts';
import type { Db } from '../db/database.ts';
import { freeSpace } from '../files/free-space.ts';
import { registerRaw } from './access.ts';
import { isClosing } from './closing.ts';

type Grounds = {
  db: Db;
  /** The folder for files and the embedded database. */
  dataDir: string;
  /** Since when the mail server has not answered; undefined when it answers. */
  mailAwaySince: () => Date | undefined;
  /** Checks the object store with the academy's files; undefined where they are in the folder. */
  checkStore: (() => Promise<void>) | undefined;
};

/**
 * How long the object store may take to answer, in milliseconds: a proxy does not wait much longer for this program.
 */
const storePatience = 2000;

/** Whether the object store answers, and soon. */
async function hasStore({ checkStore }: Grounds, report: (error: unknown) => void): Promise<boolean> {
  if (!checkStore) return true;
  const late = new AbortController();
  const timeout = setTimeout(storePatience, false, { signal: late.signal }).catch(() => false);
  const answered = checkStore().then(
    () => true,
    (error: unknown) => {
      report(error);
      return false;
    },
  );
  return Promise.race([answered, timeout]).finally(() => late.abort());
}

/** With less than this, the embedded database may already be unable to write: it allocates 16 MiB at a time. */
const leastFreeBytes = 32 * 2 ** 20;

/** The names of the unavailable dependencies that the program needs, in the order of the checks. */
async function lackingOf({ db, dataDir }: Grounds, report: (error: unknown) => void): Promise<string[]> {
  const answers = async () => {
    await sql`select 1`.execute(db);
    return true;
  };
  const hasRoom = async () => (await freeSpace(dataDir)) >= leastFreeBytes;
  const lacking: string[] = [];
  for (const [name, isThere] of [
    ['database', answers],
    ['disk', hasRoom],
  ] as const) {
    const there = await isThere().catch((error: unknown) => {
      report(error);
      return false;
    });
    if (!there) lacking.push(name);
  }
  return lacking;
}

/**
 * `/healthz` reports that the process answers. `/readyz` reports whether it can also work: the database answers and the
 * disk has free space, else 503 with the list of what is unavailable. An unavailable mail server is listed too, but
 * does not cause 503: emails wait for it. Nor does an unavailable object store: all instances use the same one, and
 * much of their work goes on without it. A program that was asked to end is not ready, so that a load balancer sends
 * requests elsewhere before it stops to listen. The version tells an update which program answers.
 */
export function registerHealth(app: FastifyInstance, grounds: Grounds): void {
  registerRaw(app, {
    method: 'GET',
    url: '/healthz',
    who: 'anyone',
    handler: (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  });
  registerRaw(app, {
    method: 'GET',
    url: '/readyz',
    who: 'anyone',
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (isClosing(app)) return reply.code(503).send({ status: 'closing', version });
      const report = (error: unknown) => request.log.error({ err: error }, 'not ready');
      const [lacking, storeAnswers] = await Promise.all([lackingOf(grounds, report), hasStore(grounds, report)]);
      if (lacking.length > 0) reply.code(503);
      const status = lacking.length > 0 ? 'unavailable' : 'ready';
      if (!storeAnswers) lacking.push('object store');
      if (grounds.mailAwaySince()) lacking.push('mail server');
      return { status, version, ...(lacking.length > 0 && { lacking }) };
    },
  });
}
