import type { ListQuery } from '@fairlead/contract/values/shapes';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../db/database.ts';
import { latestFirst, pageInOrder, paginationOf, totalOf } from '../db/pagination.ts';
import { noteJob } from '../work.ts';

type Due = {
  kinds: readonly string[];
  /** Kinds of which one job is taken, after those of the other kinds. */
  alone: readonly string[];
  now: Date;
  most: number;
};

/**
 * The ids of jobs of some kinds that are due and not claimed, the longest due first. They are locked until the
 * transaction ends; jobs that another transaction has locked are skipped.
 */
export function dueJobs({ kinds, alone, now, most }: Due) {
  const due = sql`done_at is null and gave_up_at is null and run_at <= ${now}
    and (locked_until is null or locked_until <= ${now})`;
  return sql<string>`(
    select id from (
      select 0 as place, id, run_at from (
        select id, run_at from job where ${due} and kind = any(${kinds}::text[])
        order by run_at, id limit ${most} for update skip locked
      ) as usual
      union all
      select 1, next.id, next.run_at from unnest(${alone}::text[]) as one (kind) cross join lateral (
        select id, run_at from job where ${due} and job.kind = one.kind
        order by run_at, id limit 1 for update skip locked
      ) as next
    ) as found order by place, run_at, id limit ${most})`;
}

/** Deletes jobs that were completed more than a week ago. Jobs that were given up stay until staff deal with them. */
export async function sweepJobs(db: Queryable, now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - 7 * 24 * 3600 * 1000);
  await db.deleteFrom('job').where('doneAt', '<', weekAgo).execute();
}

/**
 * For each kind, the number of pending jobs and of jobs that were given up, and since when the longest due waits: since
 * it could have run, or since it fails at each try. One that is running does not wait.
 */
export const countOpenJobs = (db: Queryable, now: Date) =>
  db
    .selectFrom('job')
    .select((e) => [
      'kind',
      e.fn.countAll<number>().filterWhere('gaveUpAt', 'is', null).as('waiting'),
      e.fn.count<number>('gaveUpAt').as('gaveUp'),
      e.fn
        .min(e.fn.coalesce('failingSince', e.fn<Date>('greatest', ['runAt', 'createdAt'])))
        .filterWhere('gaveUpAt', 'is', null)
        .filterWhere((w) => w.or([w('lockedUntil', 'is', null), w('lockedUntil', '<=', now)]))
        .as('dueSince'),
    ])
    .where('doneAt', 'is', null)
    .groupBy('kind')
    .orderBy('kind')
    .execute();

/** Whether a job of a kind is waiting or running. */
export async function hasOpenJob(db: Queryable, kind: string): Promise<boolean> {
  const open = await db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', kind)
    .where('doneAt', 'is', null)
    .where('gaveUpAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** A page of the jobs that were given up, the newest first. It has one row more than the limit when more follow. */
export async function listGivenUp(db: Queryable, query: ListQuery) {
  const { take, limit, after } = paginationOf(query);
  const matching = db
    .selectFrom('job')
    .select(['id', 'kind', 'payload', 'attempts', 'lastError', 'gaveUpAt'])
    .where('gaveUpAt', 'is not', null);
  const rows = await pageInOrder(matching, latestFirst('id'), { after, take }).execute();
  return { rows, limit, total: await totalOf(db, matching, { rows, limit, after }) };
}
export type GivenUpRow = Awaited<ReturnType<typeof listGivenUp>>['rows'][number];

type GivenUp = { id?: string | undefined; kind?: string; becauseOf?: string };

/**
 * Restarts jobs that were given up: one of them, those of a kind whose last error has a text, or all. Returns the ids
 * of the restarted jobs.
 */
export async function takeUpAgain(tx: Tx, now: Date, { id, kind, becauseOf }: GivenUp = {}): Promise<string[]> {
  noteJob();
  const taken = await tx
    .updateTable('job')
    .set({
      gaveUpAt: null,
      attempts: 0,
      outages: 0,
      awaySince: null,
      failingSince: null,
      lockedUntil: null,
      runAt: now,
    })
    .where('gaveUpAt', 'is not', null)
    .$if(id !== undefined, (one) => one.where('id', '=', id ?? ''))
    .$if(kind !== undefined, (some) => some.where('kind', '=', kind ?? ''))
    .$if(becauseOf !== undefined, (some) => some.where('lastError', 'like', `%${becauseOf}%`))
    .returning('id')
    .execute();
  return taken.map((job) => job.id);
}
