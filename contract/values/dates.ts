// Server and browser write the same days, whatever their versions of ICU: its own patterns and names of months differ
// ('28-Nov-2026' and '28 Nov 2026'). Only numbers are taken from it, for time zones.

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** The first three letters of each month, from 'Jan'. */
export const monthAbbreviations: readonly string[] = months.map((name) => name.slice(0, 3));

/** The parts of a calendar day, YYYY-MM-DD, as numbers; undefined for a text in another form, or 31 February. */
export function partsOfDay(day: string): { year: number; month: number; day: number } | undefined {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined;
  if (!moment || Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day) return undefined;
  return { year: moment.getUTCFullYear(), month: moment.getUTCMonth() + 1, day: moment.getUTCDate() };
}

/** A day with an abbreviated month, as pages show it: '5 Sept 2026'. A text that is not a day remains as it is. */
export function formatDate(date: string): string {
  const parts = partsOfDay(date);
  return parts ? `${dayAndMonth(parts)} ${parts.year}` : date;
}

/** A day without its year, for narrow columns: '5 Sept'. A text that is not a day remains as it is. */
export function shortDay(date: string): string {
  const parts = partsOfDay(date);
  return parts ? dayAndMonth(parts) : date;
}

const dayAndMonth = ({ month, day }: { month: number; day: number }) =>
  `${day} ${month === 9 ? 'Sept' : monthAbbreviations[month - 1]}`;

/** A day in words, for emails and documents: '20 November 2028'. A text that is not a day remains as it is. */
export function dayInWords(date: string): string {
  const parts = partsOfDay(date);
  return parts ? `${parts.day} ${months[parts.month - 1]} ${parts.year}` : date;
}

/** A month, YYYY-MM, in words: 'November 2028'. */
export const monthInWords = (month: string): string => `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** Formats by time zone. Creating one takes ten times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * What a calendar and a clock in a time zone such as 'Asia/Kolkata' show at a moment: the day YYYY-MM-DD, 0:00 to
 * 23:59.
 */
export function localTime(moment: Date, timeZone: string): { day: string; hour: number; minute: number } {
  let format = formats.get(timeZone);
  if (!format) {
    const [numeric, two] = ['numeric', '2-digit'] as const;
    const fields = { year: numeric, month: two, day: two, hour: two, minute: two, hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('en', { timeZone, ...fields });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const day = `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`;
  return { day, hour: Number(parts.hour), minute: Number(parts.minute) };
}

/**
 * Whether the name of a time zone is known here. Every name of a zone is, such as Asia/Kolkata and Asia/Calcutta. An
 * offset such as +05:30 is none: PostgreSQL would read it the other way round.
 */
export function isTimeZone(name: string): boolean {
  try {
    localTime(new Date(0), name);
  } catch {
    return false;
  }
  return /^[a-z]/i.test(name);
}

/** A time of day: '2:30 pm'. */
export const clockTime = ({ hour, minute }: { hour: number; minute: number }): string =>
  `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;

/** The time zone of the device. */
export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
