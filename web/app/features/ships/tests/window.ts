import { localTime } from '@fairlead/contract/values/dates';

const day = 86_400_000;

/** The moment at which a day, YYYY-MM-DD, begins in a time zone. */
function startOf(date: string, timeZone: string): Date {
  const asUtc = Date.parse(`${date}T00:00:00Z`);
  const clockAt = (moment: number) => {
    const { day: local, hour, minute } = localTime(new Date(moment), timeZone);
    return Date.parse(`${local}T00:00:00Z`) + (hour * 60 + minute) * 60_000;
  };
  // twice, since the clocks may change between the first guess and the moment
  const guess = asUtc - (clockAt(asUtc) - asUtc);
  return new Date(guess - (clockAt(guess) - asUtc));
}

/** A window of whole days in the academy's time zone, as the instants at which it opens and closes. */
export const windowOf = (firstDay: string, lastDay: string, timeZone: string) => ({
  opensAt: startOf(firstDay, timeZone).toISOString(),
  closesAt: startOf(
    new Date(Date.parse(`${lastDay}T00:00:00Z`) + day).toISOString().slice(0, 10),
    timeZone,
  ).toISOString(),
});

/** The days of a window, the last one included. */
export const daysIn = (firstDay: string, lastDay: string): number =>
  Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / day) + 1;
