import { localTime } from '@fairlead/contract/values/dates';

export { addDays, daysUntil, momentOf, offsetAt, startOfDay } from '@fairlead/contract/values/moments';

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
