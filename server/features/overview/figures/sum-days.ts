import { sql } from 'kysely';
import { addDays, type CalendarDate, dayAt, daysUntil, startOfDay } from '../../../platform/calendar.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Run by jobs.ts: the last days often, and all days once a day, to include later changes. */
export const sumRecentDaysJob = 'sum-recent-days';
export const sumAllDaysJob = 'sum-all-days';

/** Enough days to make up for a job that was delayed past midnight, or a clock that was wrong for a while. */
const recentDays = 3;

type Dependencies = Pick<Platform, 'db' | 'config' | 'clock' | 'changes'>;

/** Recalculates the sums of the last days. */
export function sumRecentDays(dependencies: Dependencies): Promise<void> {
  const { clock, config } = dependencies;
  const from = new Date(clock().getTime() - (recentDays - 1) * 24 * 3600 * 1000);
  return sumDaysFrom(dependencies, dayAt(from, config.timeZone));
}

/** Recalculates the sums of every day. */
export const sumAllDays = (dependencies: Dependencies): Promise<void> => sumDaysFrom(dependencies);

/**
 * Writes the daily sums from a given day on: enrolments by the day of their approval, attempts by the day of their
 * submission, and valid certificates by their last day.
 */
async function sumDaysFrom(
  { db, clock, changes, config: { timeZone } }: Dependencies,
  given?: CalendarDate,
): Promise<void> {
  await transaction(db, async (tx) => {
    // A concurrent run waits, and then sees the sums that the first has written.
    await sql`lock table daily_sum in share row exclusive mode`.execute(tx);
    const now = clock();
    const from = given ?? dayAt((await firstAction(tx)) ?? now, timeZone);
    await tx
      .deleteFrom('dailySum')
      .$if(given !== undefined, (sums) => sums.where('day', '>=', from))
      .execute();
    const days = daysBetween(from, addDays(dayAt(now, timeZone), 1));
    const midnights = days.map((day) => startOfDay(day, timeZone));
    await sql`
      insert into daily_sum (day, course_id, enrolments, attempts, passes)
      select (${days}::date[])[width_bucket(at, ${midnights}::timestamptz[])], course_id, sum(enrolled), sum(tried),
        sum(passed)
      from (
        select decided_at as at, course_id, 1 as enrolled, 0 as tried, 0 as passed
        from enrolment where status = 'approved' and decided_at >= ${midnights[0]}
        union all
        select submitted_at, enrolment.course_id, 0, 1, passed::int
        from attempt join enrolment on enrolment.id = attempt.enrolment_id where submitted_at >= ${midnights[0]}
      ) as action
      group by 1, 2`.execute(tx);
    await tx.deleteFrom('expirySum').execute();
    await sql`
      insert into expiry_sum (expires_on, certificates)
      select expires_on, count(*) from certificate where status = 'issued' and expires_on >= ${given ?? '1900-01-01'} group by 1`.execute(
      tx,
    );
    await changes.record(tx, 'daily-sums');
  });
}

/** The first moment at which a request was decided or an attempt submitted. */
async function firstAction(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least((select min(decided_at) from enrolment), (select min(submitted_at) from attempt)) as at`.execute(tx);
  return rows[0]?.at ?? null;
}

/** The days from the first to the last, both included; the first alone where the last is earlier. */
const daysBetween = (first: CalendarDate, last: CalendarDate): CalendarDate[] =>
  Array.from({ length: Math.max(daysUntil(last, first), 0) + 1 }, (_, index) => addDays(first, index));
