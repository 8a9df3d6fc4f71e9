/** The days between two days without them, YYYY-MM-DD; none where the range is not one, or too long for a batch. */
export function daysBetween(firstDay: string, lastDay: string, most: number): string[] {
  const [first, last] = [Date.parse(firstDay), Date.parse(lastDay)];
  const count = Math.round((last - first) / dayMs) - 1;
  if (!(count > 0) || count >= most) return [];
  return Array.from({ length: count }, (_, n) => new Date(first + (n + 1) * dayMs).toISOString().slice(0, 10));
}

const dayMs = 24 * 3600_000;

/**
 * The last day of a batch that begins on a day and has class on so many days, leaving out Sundays, YYYY-MM-DD; blank
 * without a first day.
 */
export function lastClassDay(firstDay: string, classDays: number): string {
  let day = Date.parse(firstDay);
  if (Number.isNaN(day)) return '';
  for (let left = classDays - 1; left > 0; ) {
    day += dayMs;
    if (!isSunday(new Date(day).toISOString())) left -= 1;
  }
  return new Date(day).toISOString().slice(0, 10);
}

/** The days of class that a course's duration states, such as '5 days'; undefined where it states none. */
export function classDaysIn(duration: string): number | undefined {
  const days = Number(/^(\d{1,2}) days?\b/i.exec(duration.trim())?.[1]);
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
