import type { Figures } from '@fairlead/contract/overview/calls';
import { sql } from 'kysely';
import { addMonths, type CalendarDate } from '../../../platform/calendar.ts';
import { keptUntilChange } from '../../../platform/changes/kept-until-change.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { readTogether, rowsAsJson } from '../../../platform/db/read-together.ts';
import type { Platform } from '../../../platform/platform.ts';

/** How far the figures look back, and how far ahead for expiry, in months including this one. */
const past = 12;
const ahead = 6;
/** Number of courses compared: those with the most attempts. */
const compared = 10;

const monthsFrom = (first: CalendarDate, count: number) =>
  Array.from({ length: count }, (_, n) => addMonths(first, n).slice(0, 7));

/** Titles of courses change with the public pages. */
const readKept = keptUntilChange<Figures>(['daily-sums', 'public-pages'], 1);

/**
 * Monthly figures of the academy's courses up to today, and the certificates about to expire. Both are read from the
 * daily sums, which are some minutes behind, and kept until these are written again.
 *
 * @param today today's date in the academy's time zone.
 */
export async function getFigures(
  { db, changes }: Pick<Platform, 'db' | 'changes'>,
  today: CalendarDate,
): Promise<Figures> {
  const kept = await readKept(changes, { ids: ['figures'], day: today }, async () => [
    ['figures', await readFigures(db, today)],
  ]);
  return kept.get('figures') as Figures;
}

async function readFigures(db: Queryable, today: CalendarDate): Promise<Figures> {
  const thisMonth = `${today.slice(0, 7)}-01`;
  const since = addMonths(thisMonth, 1 - past);
  const sums = db
    .selectFrom('dailySum')
    .select((e) => [
      sql<string>`to_char(day, 'YYYY-MM')`.as('month'),
      e.fn.sum<number>('enrolments').as('enrolments'),
      e.fn.sum<number>('attempts').as('attempts'),
      e.fn.sum<number>('passes').as('passes'),
    ])
    .where('day', '>=', since)
    .groupBy('month');
  const courses = db
    .selectFrom('dailySum')
    .innerJoin('course', 'course.id', 'dailySum.courseId')
    .select((e) => [
      'course.id',
      'course.title',
      e.fn.sum<number>('attempts').as('attempts'),
      e.fn.sum<number>('passes').as('passes'),
    ])
    .where('day', '>=', since)
    .groupBy('course.id')
    .having((e) => e.fn.sum('attempts'), '>', 0)
    .orderBy('attempts', 'desc')
    .orderBy('course.id')
    .limit(compared);
  const expiring = db
    .selectFrom('expirySum')
    .select((e) => [
      sql<string>`to_char(expires_on, 'YYYY-MM')`.as('month'),
      e.fn.sum<number>('certificates').as('count'),
    ])
    .where('expiresOn', '>=', today)
    .where('expiresOn', '<', addMonths(thisMonth, ahead))
    .groupBy('month');
  const read = await readTogether(db, {
    sums: rowsAsJson(sums),
    courses: rowsAsJson(courses),
    expiring: rowsAsJson(expiring),
  });
  const none = { enrolments: 0, attempts: 0, passes: 0 };
  return {
    months: monthsFrom(since, past).map((month) => {
      const { enrolments, attempts, passes } = read.sums.find((sum) => sum.month === month) ?? none;
      return { month, enrolments: Number(enrolments), attempts: Number(attempts), passes: Number(passes) };
    }),
    courses: read.courses.map(({ id, title, attempts, passes }) => {
      return { _id: id, title, attempts: Number(attempts), passes: Number(passes) };
    }),
    expiring: monthsFrom(thisMonth, ahead).map((month) => {
      return { month, count: Number(read.expiring.find((one) => one.month === month)?.count ?? 0) };
    }),
  };
}
