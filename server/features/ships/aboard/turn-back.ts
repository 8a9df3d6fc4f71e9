import { sql } from 'kysely';
import { type Db, transaction } from '../../../platform/db/database.ts';
import { moveSittings } from '../tests/aboard/queries.ts';
import { knownDevice } from './log-in-aboard.ts';
import type { ShipClock } from './ship-clock.ts';

/** A clock that was set by less, in milliseconds, has only run on. */
const leastJump = 1000;

/** Sets the clock, and moves with it what would otherwise win or lose time. */
export async function setClock(db: Db, clock: ShipClock, set: () => void): Promise<void> {
  const before = clock.now();
  set();
  const now = clock.now();
  const jump = now.getTime() - before.getTime();
  if (Math.abs(jump) >= leastJump) await moveSittings(db, jump);
  await turnBack(db, { before, now });
}

/**
 * After the academy has turned a clock back that was ahead: what was stored with times that have not come yet would
 * stop films, limits and jobs until then, and the next start would go on from there.
 *
 * @param before the box's time just before the correction, and `now` after it.
 */
export async function turnBack(db: Db, { before, now }: { before: Date; now: Date }): Promise<void> {
  if (before <= now) return;
  const ahead = sql`${before}::timestamptz - ${now}::timestamptz`;
  await transaction(db, async (tx) => {
    await sql`update watching set opened_at = case when opened_at > ${now} then least(${now}, opened_at - (${ahead})) else opened_at end,
      updated_at = least(${now}, updated_at) where (opened_at > ${now} or updated_at > ${now})`.execute(tx);
    await sql`update presence_check set asked_at = least(${now}, asked_at), answered_at = least(${now}, answered_at),
      wrong_at = least(${now}, wrong_at)
      where (asked_at > ${now} or answered_at > ${now} or wrong_at > ${now})`.execute(tx);
    await sql`update ship_box_state set reached_at = ${now}, contact_at = least(${now}, contact_at)`.execute(tx);
    // but for the devices that are known as a person's own (log-in-aboard.ts)
    await sql`delete from rate_limit where window_ends_at > ${now}::timestamptz + interval '1 day'
      and key not like ${`${knownDevice}%`}`.execute(tx);
    await sql`update job set run_at = least(${now}, run_at),
      locked_until = least(${now}::timestamptz + interval '20 seconds', locked_until)
      where done_at is null and (run_at > ${now} or locked_until > ${now}::timestamptz + interval '20 seconds')`.execute(
      tx,
    );
  });
}
