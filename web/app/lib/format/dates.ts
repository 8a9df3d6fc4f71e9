/** Made when a page first shows a day: the first format of a browser takes it 30 ms, on a phone four times as long. */
let day: Intl.DateTimeFormat | undefined;
const moments = new Map<string, Intl.DateTimeFormat>();

/** Whether a text has the form of a calendar day, YYYY-MM-DD. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/**
 * Formats a calendar day, YYYY-MM-DD: 5 Sept 2026. The day has no time zone, so it is parsed and formatted in UTC; `new
 * Date('2026-09-05')` formatted in the reader's zone shows the 4th in Chicago. Any other text is returned unchanged.
 */
export function formatDate(date: string): string {
  const time = isDay(date) ? Date.parse(date) : Number.NaN;
  day ??= new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' });
  return Number.isNaN(time) ? date : day.format(time);
}

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

/**
 * Formats an instant, ISO 8601, in the academy's time zone: 5 Sept 2026, 2:30 pm. Server and browser give the same
 * text.
 */
export function formatInstant(instant: string, timeZone: string): string {
  let format = moments.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone });
    moments.set(timeZone, format);
  }
  return format.format(new Date(instant));
}

/** Formats the time of day of an instant in a time zone: 2:30 pm. */
export const formatTime = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', timeZone }).format(new Date(instant));

/** The calendar day of an instant in the academy's time zone, YYYY-MM-DD. */
export function dayOf(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(moment);
}
