import type { Batch } from './staff-wire.ts';

/** The days between two days without them, YYYY-MM-DD; none where the range is not one, or too long for a batch. */
export function daysBetween(firstDay: string, lastDay: string, most: number): string[] {
  const [first, last] = [Date.parse(firstDay), Date.parse(lastDay)];
  const count = Math.round((last - first) / dayMs) - 1;
  if (!(count > 0) || count >= most) return [];
  return Array.from({ length: count }, (_, n) => new Date(first + (n + 1) * dayMs).toISOString().slice(0, 10));
}

const dayMs = 24 * 3600_000;

/** On how many days a batch has class, and on which days between there is none. */
export type DayPlan = {
  classDays: number;
  /** The days without class, counted from the first day, which is 0; without them, Sundays. */
  restsAt?: readonly number[];
};

/** The days from one to another. */
const apart = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/**
 * The plan of a batch, for one like it. Where it had no class on Sundays alone, neither has the other; days without
 * class of another kind, and none on a Sunday, are kept at their place.
 */
export function planOf({ firstDay, lastDay, restDays }: Pick<Batch, 'firstDay' | 'lastDay' | 'restDays'>): DayPlan {
  const days = apart(firstDay, lastDay) + 1;
  const restsOnSundays = daysBetween(firstDay, lastDay, days).every((day) => restDays.includes(day) === isSunday(day));
  return {
    classDays: days - restDays.length,
    ...(!restsOnSundays && { restsAt: restDays.map((day) => apart(firstDay, day)) }),
  };
}

/** Whether a plan has no class on a day of a batch that begins on `firstDay`. */
export const restsOn = (day: string, firstDay: string, { restsAt }: DayPlan): boolean =>
  restsAt ? restsAt.includes(apart(firstDay, day)) : isSunday(day);

/** The last day of a batch that begins on a day and is held by a plan, YYYY-MM-DD; blank without a first day. */
export function lastClassDay(firstDay: string, plan: DayPlan): string {
  if (Number.isNaN(Date.parse(firstDay))) return '';
  let day = firstDay;
  for (let left = plan.classDays - 1; left > 0; ) {
    day = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
    if (!restsOn(day, firstDay, plan)) left -= 1;
  }
  return day;
}

/** The days of class of a duration that states nothing but days, such as '5 days'; undefined for any other. */
export function classDaysIn(duration: string): number | undefined {
  const days = Number(/^(\d{1,2}) days?$/i.exec(duration.trim())?.[1]);
  return days > 0 ? days : undefined;
}

/** Whether a day is a Sunday. */
export const isSunday = (day: string): boolean => new Date(day).getUTCDay() === 0;

/** The month that is so many months later, YYYY-MM. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The last day of a month, YYYY-MM-DD. */
export const lastDayOf = (month: string): string =>
  new Date(Date.parse(`${monthAfter(month, 1)}-01`) - dayMs).toISOString().slice(0, 10);

/**
 * The weeks of a month, Monday first, as the days that a calendar shows: those of the months before and after fill the
 * first and the last week.
 */
export function weeksOf(month: string): string[][] {
  const first = Date.parse(`${month}-01`);
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs;
  const end = Date.parse(`${monthAfter(month, 1)}-01`);
  const weeks: string[][] = [];
  for (let monday = start; monday < end; monday += 7 * dayMs) {
    weeks.push(Array.from({ length: 7 }, (_, n) => new Date(monday + n * dayMs).toISOString().slice(0, 10)));
  }
  return weeks;
}
