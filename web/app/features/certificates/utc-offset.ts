import { localTime } from '@fairlead/contract/values/dates';

/** The offset of a time zone from UTC at a moment: 'UTC+5:30', or 'UTC' where there is none. */
export function offsetFromUtc(moment: Date, timeZone: string): string {
  const { day, hour, minute } = localTime(moment, timeZone);
  const here = Date.parse(`${day}T00:00:00Z`) / 60_000 + hour * 60 + minute;
  const minutes = here - Math.floor(moment.getTime() / 60_000);
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}
