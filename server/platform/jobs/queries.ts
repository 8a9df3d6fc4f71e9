import type { ListQuery } from '@fairlead/contract/shapes';
import type { Queryable, Tx } from '../db/database.ts';
import { keysetOf, latestFirst, pageInOrder, totalOf } from '../http/keyset.ts';
import { noteJob } from '../http/request-origin.ts';

type Due = { kinds: readonly string[]; now: Date; most: number };

/**
 * The ids of jobs of some kinds that are due and in nobody's hand, the longest due first, locked until the transaction
 * ends; what another transaction has locked is left out.
 */
export const dueJobs = (db: Queryable, { kinds, now, most }: Due) =>
  db
    .selectFrom('job')
    .select('id')
    .where('doneAt', 'is', null)
    .where('gaveUpAt', 'is', null)
    .where('runAt', '<=', now)
    .where((e) => e.or([e('lockedUntil', 'is', null), e('lockedUntil', '<=', now)]))
    .where('kind', 'in', kinds)
    .orderBy('runAt')
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked();

/** Forgets jobs that were done more than a week ago; what gave up stays until somebody looked. */
export async function sweepJobs(db: Queryable, now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - 7 * 24 * 3600 * 1000);
  await db.deleteFrom('job').where('doneAt', '<', weekAgo).execute();
}

/** How many jobs of each kind wait, and how many were given up. */
export const countOpenJobs = (db: Queryable) =>
  db
    .selectFrom('job')
    .select((e) => [
      'kind',
      e.fn.countAll<number>().filterWhere('gaveUpAt', 'is', null).as('waiting'),
      e.fn.count<number>('gaveUpAt').as('gaveUp'),
    ])
    .where('doneAt', 'is', null)
    .groupBy('kind')
    .orderBy('kind')
    .execute();

/** A page of the jobs that were given up, the newest first: one row more than the limit when more follow. */
export async function listGivenUp(db: Queryable, query: ListQuery) {
  const { take, limit, after } = keysetOf(query);
  const matching = db
    .selectFrom('job')
    .select(['id', 'kind', 'payload', 'attempts', 'lastError', 'gaveUpAt'])
    .where('gaveUpAt', 'is not', null);
  const rows = await pageInOrder(matching, latestFirst('id'), { after, take }).execute();
  return { rows, limit, total: await totalOf(db, matching, { rows, limit, after }) };
}
export type GivenUpRow = Awaited<ReturnType<typeof listGivenUp>>['rows'][number];

/** Lets jobs that were given up begin anew, one or all; gives the ids of those that were. */
export async function takeUpAgain(tx: Tx, now: Date, id?: string): Promise<string[]> {
  noteJob();
  const taken = await tx
    .updateTable('job')
    .set({ gaveUpAt: null, attempts: 0, outages: 0, awaySince: null, lockedUntil: null, runAt: now })
    .where('gaveUpAt', 'is not', null)
    .$if(id !== undefined, (one) => one.where('id', '=', id ?? ''))
    .returning('id')
    .execute();
  return taken.map((job) => job.id);
}
