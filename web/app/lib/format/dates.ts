import { clockTime, formatDate, localTime } from '@fairlead/contract/values/dates';

/** Whether a text has the form of a calendar day, YYYY-MM-DD. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/**
 * Formats a range of calendar days without repeating what both have in common: 5 to 8 Sept 2026, 30 Sept to 2 Oct 2026,
 * or the one day.
 */
export function formatDays(first: string, last: string): string {
  if (first === last) return formatDate(first);
  const [from, to] = [formatDate(first), formatDate(last)];
  if (first.slice(0, 4) !== last.slice(0, 4)) return `${from} to ${to}`;
  return `${from.split(' ', first.slice(0, 7) === last.slice(0, 7) ? 1 : 2).join(' ')} to ${to}`;
}

/**
 * The days between the first and the last without class, as a sentence; empty without any. More than six are counted.
 */
export function restDaysSentence(restDays: readonly string[]): string {
  if (restDays.length === 0) return '';
  if (restDays.length > 6) return `No class on ${restDays.length} days in between.`;
  return `No class on ${restDays.map(formatDate).join(', ')}.`;
}

/** Formats an instant, ISO 8601, in the academy's time zone: 5 Sept 2026, 2:30 pm. */
export function formatInstant(instant: string, timeZone: string): string {
  const shown = localTime(new Date(instant), timeZone);
  return `${formatDate(shown.day)}, ${clockTime(shown)}`;
}

/** Formats the time of day of an instant in a time zone: 2:30 pm. */
export const formatTime = (instant: string, timeZone: string): string =>
  clockTime(localTime(new Date(instant), timeZone));

/** The calendar day of an instant in the academy's time zone, YYYY-MM-DD. */
export const dayOf = (moment: Date, timeZone: string): string => localTime(moment, timeZone).day;
