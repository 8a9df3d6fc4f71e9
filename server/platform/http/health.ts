import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { freeSpace } from '../files/free-space.ts';
import { registerRaw } from './access.ts';

type Grounds = {
  db: Db;
  /** Where files, and the embedded database, are written. */
  dataDir: string;
  /** Since when the mail server has not answered. */
  mailAwaySince: () => Date | undefined;
};

/** With less than this the embedded database may already be unable to write: it takes 16 MiB at a time. */
const leastFreeBytes = 32 * 2 ** 20;

/** Why nothing can be done for now, in the order of the names. */
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
 * `/healthz` says that the process answers. `/readyz` says that it can also work: the database answers and the disk
 * has room, else 503 with what is lacking. A mail server that is away is named too, but is no reason to send people
 * elsewhere: mails wait for it.
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
      const lacking = await lackingOf(grounds, (error) => request.log.error({ err: error }, 'not ready'));
      if (lacking.length > 0) reply.code(503);
      const status = lacking.length > 0 ? 'unavailable' : 'ready';
      if (grounds.mailAwaySince()) lacking.push('mail server');
      return { status, ...(lacking.length > 0 && { lacking }) };
    },
  });
}
