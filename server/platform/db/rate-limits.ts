import { sql } from 'kysely';
import { AppError } from '../errors.ts';
import type { Queryable } from './database.ts';
import { onPrimary } from './replica-scope.ts';

export type Limit = {
  key: string;
  max: number;
  seconds: number;
  /** How much this use counts; 1 when not given. */
  amount?: number;
  /** The limited operation, for the error message. */
  says?: string;
  /** An alternative to waiting, to follow “or” in the message. */
  orElse?: string;
};

/**
 * Counts one use against rate limits in the database, so that they hold across restarts and instances. It is one
 * statement, so that simultaneous uses are counted completely. When one limit refuses, those after it are not counted.
 *
 * @throws AppError `too-many` when the window's `max` is used up.
 */
export async function consume(db: Queryable, limits: Limit | readonly Limit[], now: Date): Promise<void> {
  const inTurn = [limits].flat();
  const endOf = ({ seconds }: Limit) => new Date(now.getTime() + seconds * 1000);
  const uses = inTurn.map((limit) => ({ key: limit.key, amount: limit.amount ?? 1, ends: endOf(limit) }));
  // in the same order for all, so that simultaneous statements do not deadlock
  const counting = sql<{ key: string; count: number; windowEndsAt: Date }>`
    insert into rate_limit (key, window_ends_at, count)
    select key, ends, amount
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as use (key text, ends timestamptz, amount int)
    order by key
    on conflict (key) do update set
      count = case when rate_limit.window_ends_at <= ${now} then excluded.count else rate_limit.count + excluded.count end,
      window_ends_at = case when rate_limit.window_ends_at <= ${now} then excluded.window_ends_at
        else rate_limit.window_ends_at end
    returning key, count, window_ends_at`;
  // counted on the primary, also for a call that reads a replica
  const { rows } = await onPrimary(() => counting.execute(db));
  const used = new Map(rows.map((row) => [row.key, row]));
  const refusing = inTurn.findIndex(({ key, max }) => (used.get(key)?.count ?? 0) > max);
  const limit = inTurn[refusing];
  const row = limit && used.get(limit.key);
  if (!limit || !row) return;
  const uncounted = inTurn.slice(refusing + 1);
  await onPrimary(async () => {
    for (const { key, amount } of uncounted) await giveBack(db, key, amount);
    if (uncounted.length > 0) await forgetUnused(db, uncounted);
  });
  const retryAfter = Math.max(1, Math.ceil((row.windowEndsAt.getTime() - now.getTime()) / 1000));
  const { says = 'Too many tries.', orElse } = limit;
  const wait = `Please try again in ${inWords(retryAfter)}`;
  throw new AppError('too-many', `${says} ${orElse ? `${wait}, or ${orElse}.` : `${wait}.`}`, { retryAfter });
}

/** Whether a key was used in its present window. */
export async function isCounted(db: Queryable, key: string, now: Date): Promise<boolean> {
  const one = db.selectFrom('rateLimit').select('key').where('key', '=', key).where('windowEndsAt', '>', now);
  return (await onPrimary(() => one.executeTakeFirst())) !== undefined;
}

/** Whether a key is used for the first time in its window, so that a recurring event is recorded once. */
export async function isFirstInWindow(db: Queryable, { key, seconds }: Pick<Limit, 'key' | 'seconds'>, now: Date) {
  const window = { windowEndsAt: new Date(now.getTime() + seconds * 1000), count: 1 };
  const first = await db
    .insertInto('rateLimit')
    .values({ key, ...window })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(window).where('rateLimit.windowEndsAt', '<=', now))
    .returning('key')
    .executeTakeFirst();
  return first !== undefined;
}

/** The statement that refunds one use, with rows locked in the common order; also for use in a larger statement. */
export const givingBack = (keys: readonly string[], amount = 1) => sql`
  update rate_limit set count = count - ${amount}
  where key in (select key from rate_limit where key = any (${keys}::text[]) order by key for update)
    and count >= ${amount}`;

/** Refunds one use that turned out not to be of the limited kind. */
export async function giveBack(db: Queryable, keys: string | readonly string[], amount = 1): Promise<void> {
  await givingBack([keys].flat(), amount).execute(db);
}

/** Deletes windows that have expired; called by housekeeping. */
export async function sweepLimits(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('rateLimit').where('windowEndsAt', '<', now).execute();
}

/** Deletes the counts of some keys. */
export async function forget(db: Queryable, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('rateLimit').where('key', 'in', keys).execute();
}

/** Deletes unused rows, so that a refused network leaves no row for each name that it invents. */
const forgetUnused = (db: Queryable, limits: readonly Limit[]) =>
  sql`delete from rate_limit where key in (
    select key from rate_limit where key = any (${limits.map(({ key }) => key)}::text[]) and count = 0 order by key for update
  )`.execute(db);

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return seconds < 90 * 60 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}
