import { localTime } from '@fairlead/contract/values/dates';
import { chance } from '../drawing/chance.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * A time some days ago, within three hours of an hour of the day in the academy's time zone; the seed determines when.
 */
export type Moments = (daysAgo: number, hourOfDay: number, seed: string) => Date;

/**
 * Counts back from `now`, so that the demo looks recent whenever it is loaded. Nothing happens in the last two hours,
 * whatever the time of day. Where daylight saving time began or ended in between, the hour may be off by one.
 */
export function momentsBefore(now: Date, timeZone: string): Moments {
  const shown = localTime(now, timeZone);
  const sinceMidnight = shown.hour * hour + shown.minute * minute;
  return (daysAgo, hourOfDay, seed) => {
    const later = Math.floor(chance(seed)() * 180) * minute;
    const moment = now.getTime() - daysAgo * day - sinceMidnight + hourOfDay * hour + later;
    return new Date(Math.min(moment, now.getTime() - 2 * hour));
  };
}
