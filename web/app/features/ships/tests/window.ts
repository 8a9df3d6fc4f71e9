import { addDays, daysUntil, startOfDay } from '@fairlead/contract/values/moments';

/** A window of whole days in the academy's time zone, as the instants at which it opens and closes. */
export const windowOf = (firstDay: string, lastDay: string, timeZone: string) => ({
  opensAt: startOfDay(firstDay, timeZone).toISOString(),
  closesAt: startOfDay(addDays(lastDay, 1), timeZone).toISOString(),
});

/** The days of a window, the last one included. */
export const daysIn = (firstDay: string, lastDay: string): number => daysUntil(lastDay, firstDay) + 1;
