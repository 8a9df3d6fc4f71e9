/**
 * Calendar days as 'YYYY-MM-DD'. A day has no time zone, so it is never stored in a Date. In this form, days sort as
 * text.
 */
export type CalendarDate = string;

/** Formatters by time zone. Creating one takes ten times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, format);
  return format;
}

/** The calendar day at this moment in a time zone such as 'Asia/Kolkata'. */
export function dayAt(moment: Date, timeZone: string): CalendarDate {
  const parts = formatOf(timeZone).formatToParts(moment);
  const { year, month, day } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${year}-${month}-${day}`;
}

/** Whether the last day of something is over; what has no last day never ends. */
export const isOver = (lastDay: CalendarDate | null, today: CalendarDate): boolean =>
  lastDay !== null && lastDay < today;

/** The day that is `days` days later. */
export function addDays(day: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 3600 * 1000).toISOString().slice(0, 10);
}

/** The number of days from `today` to a day; negative when it is past. */
export const daysUntil = (day: CalendarDate, today: CalendarDate): number =>
  (Date.parse(day) - Date.parse(today)) / (24 * 3600 * 1000);

/** The moment at which a day begins in a time zone. */
export const startOfDay = (day: CalendarDate, timeZone: string): Date => momentOf(day, '00:00', timeZone);

/** The moment at which clocks in a time zone show a time of a day, HH:MM. */
export function momentOf(day: CalendarDate, time: string, timeZone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  let at = wanted;
  // The second look is for a zone whose offset changes between the first guess and the moment.
  for (let look = 0; look < 2; look += 1) at += wanted - wallClockAt(new Date(at), timeZone);
  return new Date(at);
}

/** The local time at a moment, as if it were in UTC: milliseconds since 1970, to the minute. */
function wallClockAt(moment: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const [hour = 0, minute = 0] = format
    .formatToParts(moment)
    .flatMap(({ type, value }) => (type === 'hour' || type === 'minute' ? [Number(value)] : []));
  return Date.parse(`${dayAt(moment, timeZone)}T00:00:00Z`) + (hour * 60 + minute) * 60_000;
}

/**
 * The same day of the month, this many months later (earlier when negative). Where the target month is too short, its
 * last day: one month after 31 January is 28 or 29 February.
 */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const index = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(index / 12), index - Math.floor(index / 12) * 12];
  const last = new Date(Date.UTC(toYear, toMonth + 1, 0)).getUTCDate();
  const padded = (value: number, length: number) => String(value).padStart(length, '0');
  return `${padded(toYear, 4)}-${padded(toMonth + 1, 2)}-${padded(Math.min(day, last), 2)}`;
}

/** A day in words, for emails: '20 November 2028'. */
export const dayInWords = (day: CalendarDate): string => inWords.format(new Date(`${day}T00:00:00Z`));
const inWords = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });

/** The hour of the day, 0 to 23, at this moment in a time zone. */
export const hourAt = (moment: Date, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(moment));
