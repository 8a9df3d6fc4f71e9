import type { CalendarDate } from '../../platform/calendar.ts';

/** How long before its last day a certificate is shown as expiring soon, in days. */
const soonDays = 90;

/** The day that is `days` days later. */
export function addDays(day: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
}

export const lastDayOfSoon = (today: CalendarDate): CalendarDate => addDays(today, soonDays);

/** Whether a certificate's last day is within the next 90 days, and not past. */
export const expiresSoon = (
  { status, expiresOn }: { status: string; expiresOn: CalendarDate | null },
  today: CalendarDate,
): boolean => status === 'issued' && expiresOn !== null && expiresOn >= today && expiresOn <= lastDayOfSoon(today);
