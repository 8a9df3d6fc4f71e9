import { sql } from 'kysely';
import { dayAt } from '../../platform/calendar.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';

/** Carried out by jobs.ts: the last days often, all of them once a day, for what was changed later. */
export const sumRecentDaysJob = 'sum-recent-days';
export const sumAllDaysJob = 'sum-all-days';

/** A job that waited over midnight, or a clock that was wrong for a while, is made up for. */
const recentDays = 3;

type Means = Pick<Platform, 'db' | 'config' | 'clock'>;

/** Adds up the last days anew. */
export function sumRecentDays(means: Means): Promise<void> {
  const { clock, config } = means;
  const from = new Date(clock().getTime() - (recentDays - 1) * 24 * 3600 * 1000);
  return sumDaysFrom(means, dayAt(from, config.timeZone));
}

/** Adds up every day anew. */
export const sumAllDays = (means: Means): Promise<void> => sumDaysFrom(means, '1900-01-01');

/**
 * Writes the sums of all days from one on: enrolments by the day of their approval, attempts by that of their end, and
 * what is in force by its last day.
 */
async function sumDaysFrom({ db, config: { timeZone } }: Means, from: string): Promise<void> {
  await transaction(db, async (tx) => {
    // Of two that sum at once the second waits, and finds what the first has written.
    await sql`lock table daily_sum in share row exclusive mode`.execute(tx);
    await tx.deleteFrom('dailySum').where('day', '>=', from).execute();
    const midnight = sql`${from}::date::timestamp at time zone ${timeZone}`;
    await sql`
      insert into daily_sum (day, course_id, enrolments, attempts, passes)
      select (at at time zone ${timeZone})::date, course_id, sum(enrolled), sum(tried), sum(passed)
      from (
        select decided_at as at, course_id, 1 as enrolled, 0 as tried, 0 as passed
        from enrolment where status = 'approved' and decided_at >= ${midnight}
        union all
        select submitted_at, enrolment.course_id, 0, 1, passed::int
        from attempt join enrolment on enrolment.id = attempt.enrolment_id where submitted_at >= ${midnight}
      ) as deed
      group by 1, 2`.execute(tx);
    await tx.deleteFrom('expirySum').execute();
    await sql`
      insert into expiry_sum (expires_on, certificates)
      select expires_on, count(*) from certificate where status = 'issued' and expires_on >= ${from} group by 1`.execute(
      tx,
    );
  });
}
