/** Papers that expire this soon, in months, are worth a word: a voyage may outlast them. */
const soonMonths = 6;

/**
 * What to say of a paper's day of expiry while it is typed; empty when there is nothing to say. It warns and never
 * refuses: a certificate is also earned while a new passport is on its way.
 *
 * @param day calendar day YYYY-MM-DD, or what is typed of it so far.
 * @param today the calendar day in the academy's time zone.
 */
export function expiryWarning(day: string, today: string): string {
  // a browser's date field gives a year such as 0020 while 2026 is being typed
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || day < '1900') return '';
  if (day < today) return 'This date is in the past. Please check it, or renew the document.';
  return day < monthsLater(today, soonMonths) ? 'This document expires within six months. Please renew it soon.' : '';
}

/** The same day of a later month; the first of the one after it where that month has no such day. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10);
}
