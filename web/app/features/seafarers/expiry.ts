/** Identity documents that expire within this many months cause a warning: a voyage may last longer. */
const soonMonths = 6;

/**
 * Whether an identity document has expired, or expires within six months; undefined if neither, or while its date is
 * still being typed. It never blocks the form: a certificate can also be earned while a new passport is being issued.
 *
 * @param day calendar day YYYY-MM-DD, or the part of it typed so far.
 * @param today the calendar day in the academy's time zone.
 */
export function expiryOf(day: string, today: string): 'expired' | 'soon' | undefined {
  // a browser's date field returns a year such as 0020 while 2026 is being typed
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || day < '1900') return undefined;
  if (day < today) return 'expired';
  return day < monthsLater(today, soonMonths) ? 'soon' : undefined;
}

/** The same day some months later; the first of the month after when that month has no such day. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10);
}
