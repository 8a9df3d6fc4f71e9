import { localTime } from '@fairlead/contract/values/dates';

/**
 * Calendar days as 'YYYY-MM-DD'. A day has no time zone, so it is never stored in a Date. In this form, days sort as
 * text.
 */
export type CalendarDate = string;

/** The calendar day at this moment in a time zone such as 'Asia/Kolkata'. */
export const dayAt = (moment: Date, timeZone: string): CalendarDate => localTime(moment, timeZone).day;

/** Whether the last day of something is over; what has no last day never ends. */
export const isOver = (lastDay: CalendarDate | null, today: CalendarDate): boolean =>
  lastDay !== null && lastDay < today;

/** The day that is `days` days later. */
export function addDays(day: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
}

/** The number of days from `today` to a day; negative when it is past. */
export const daysUntil = (day: CalendarDate, today: CalendarDate): number =>
  (Date.parse(day) - Date.parse(today)) / (24 * 3600 * 1000);

/** The moment at which a day begins in a time zone. */
export const startOfDay = (day: CalendarDate, timeZone: string): Date => momentOf(day, '00:00', timeZone);

/** The moment at which clocks in a time zone show a time of a day, HH:MM. */
export function momentOf(day: CalendarDate, time: string, timeZone: string): Date {
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
  Math.round((wallClockAt(moment, timeZone) - moment.getTime()) / 60_000);

/**
 * The same day of the month, this many months later (earlier when negative). Where the target month is too short, its
 * last day: one month after 31 January is 28 or 29 February.
 */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const index = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(index / 12), index - Math.floor(index / 12) * 12];
  const last = new Date(Date.UTC(toYear, toMonth + 1, 0)).getUTCDate();
  const padded = (value: number, length: number) => String(value).padStart(length, '0');
  return `${padded(toYear, 4)}-${padded(toMonth + 1, 2)}-${padded(Math.min(day, last), 2)}`;
}

/** The hour of the day, 0 to 23, at this moment in a time zone. */
export const hourAt = (moment: Date, timeZone: string): number => localTime(moment, timeZone).hour;
