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

/**
 * What is unavailable: without some of it the program cannot work, without the rest it still answers from what it has.
 */
type Lacking = { needed: string[]; toWrite: string[] };

async function lackingOf({ db, dataDir }: Grounds, report: (error: unknown) => void): Promise<Lacking> {
  const lacking: Lacking = { needed: [], toWrite: [] };
  try {
    const { rows } = await sql<{ isReadOnly: boolean }>`
      select current_setting('transaction_read_only') = 'on' as is_read_only`.execute(db);
    if (rows[0]?.isReadOnly) lacking.toWrite.push('a database that can be written to');
  } catch (error) {
    report(error);
    lacking.needed.push('database');
  }
  const hasRoom = await freeSpace(dataDir).then(
    (free) => free >= leastFreeBytes,
    (error: unknown) => {
      report(error);
      return false;
    },
  );
  if (!hasRoom) lacking.toWrite.push('disk');
  return lacking;
}

/**
 * `/healthz` reports that the process answers. `/readyz` reports whether it can also work: the database answers, else
 * 503. Without space on the disk, and with a database that only reads, it is `degraded` with 200, since people go on to
 * read, and every instance may be without them: a load balancer that left all of them out would show nobody anything.
 * An unavailable mail server is listed too: emails wait for it; and an unavailable object store, which all instances
 * use, and without which much of their work goes on. A program that was asked to end is not ready, so that a load
 * balancer sends requests elsewhere before it stops to listen. The version tells an update which program answers.
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
      const [{ needed, toWrite }, storeAnswers] = await Promise.all([
        lackingOf(grounds, report),
        hasStore(grounds, report),
      ]);
      if (needed.length > 0) reply.code(503);
      const status = needed.length > 0 ? 'unavailable' : toWrite.length > 0 ? 'degraded' : 'ready';
      const lacking = [
        ...needed,
        ...toWrite,
        ...(storeAnswers ? [] : ['object store']),
        ...(grounds.mailAwaySince() ? ['mail server'] : []),
      ];
      return { status, version, ...(lacking.length > 0 && { lacking }) };
    },
  });
}
