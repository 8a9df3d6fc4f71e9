const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' });
const moments = new Map<string, Intl.DateTimeFormat>();

/**
 * A calendar day, YYYY-MM-DD, as it stands: 5 Sept 2026. It belongs to no time zone, so it is read and written
 * in UTC; `new Date('2026-09-05')` formatted in the reader's zone shows the 4th in Chicago.
 * Anything else comes back as it was.
 */
export function formatDate(date: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? date : day.format(time);
}

/** A moment, ISO 8601, in the academy's time zone: 5 Sept 2026, 2:30 pm. Server and browser agree on it. */
export function formatInstant(instant: string, timeZone: string): string {
  let format = moments.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone });
    moments.set(timeZone, format);
  }
  return format.format(new Date(instant));
}

/** The calendar day in the academy's time zone at a moment, YYYY-MM-DD. */
export function dayOf(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(moment);
}
