import { localTime } from './dates.ts';

// Calendar days, YYYY-MM-DD, and the moments at which they begin in a time zone.

/** The day that is `days` days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
}

/** The number of days from `today` to a day; negative when it is past. */
export const daysUntil = (day: string, today: string): number =>
  (Date.parse(day) - Date.parse(today)) / (24 * 3600 * 1000);

/** The moment at which a day begins in a time zone. */
export const startOfDay = (day: string, timeZone: string): Date => momentOf(day, '00:00', timeZone);

/** The moment at which clocks in a time zone show a time of a day, HH:MM. */
export function momentOf(day: string, time: string, timeZone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  let at = wanted;
  // The second look is for a zone whose offset changes between the first guess and the moment.
  for (let look = 0; look < 2; look += 1) at += wanted - wallClockAt(new Date(at), timeZone);
  return new Date(at);
}

/** The local time at a moment, as if it were in UTC: milliseconds since 1970, to the minute. */
function wallClockAt(moment: Date, timeZone: string): number {
  const { day, hour, minute } = localTime(moment, timeZone);
  return Date.parse(`${day}T00:00:00Z`) + (hour * 60 + minute) * 60_000;
}

/** By how many minutes local time is ahead of UTC at a moment; negative west of Greenwich. */
export const offsetAt = (moment: Date, timeZone: string): number =>
  wallClockAt(moment, timeZone) / 60_000 - Math.floor(moment.getTime() / 60_000);
