import { chance } from '../drawing/chance.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A moment so many days ago, in the three hours from one of the academy's wall clock; the seed decides when. */
export type Moments = (daysAgo: number, hourOfDay: number, seed: string) => Date;

/**
 * Counts back from `now`, so that the demo is as fresh on the day of its loading as it was on the day of its writing.
 * Nothing happens in the last two hours, whatever time of the day it is. Where a clock was changed in between, the
 * hour may be off by one.
 */
export function momentsBefore(now: Date, timeZone: string): Moments {
  const clock = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });
  const shown = new Map(clock.formatToParts(now).map(({ type, value }) => [type, Number(value)]));
  const sinceMidnight = (shown.get('hour') ?? 0) * hour + (shown.get('minute') ?? 0) * minute;
  return (daysAgo, hourOfDay, seed) => {
    const later = Math.floor(chance(seed)() * 180) * minute;
    const moment = now.getTime() - daysAgo * day - sinceMidnight + hourOfDay * hour + later;
    return new Date(Math.min(moment, now.getTime() - 2 * hour));
  };
}
