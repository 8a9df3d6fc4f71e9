import { offsetAt } from '@fairlead/contract/values/moments';

/** The offset of a time zone from UTC at a moment: 'UTC+5:30', or 'UTC' where there is none. */
export function offsetFromUtc(moment: Date, timeZone: string): string {
  const minutes = offsetAt(moment, timeZone);
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}
