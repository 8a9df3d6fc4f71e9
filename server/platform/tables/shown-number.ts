import { format, getFormatDateInfo } from 'numfmt';

/** What a cell with a number shows, or why it cannot be used. */
export type Shown = { text: string } | { refused: string };

/** Spreadsheets keep 15 digits of a number, and write 0 for all further ones. */
const firstInexact = 1e15;

/** A number format as it is applied: `General`, a day with its time or without, or another pattern. */
export type NumberFormat = { pattern: string; kind: 'general' | 'day' | 'moment' | 'other' };

const builtIn: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'mm-dd-yy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
  48: '##0.0E+0',
  49: '@',
};
/** Days in the notations of East Asia, whose patterns depend on the language of Excel. */
const localDays = [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58];

/**
 * A number format by its id (ECMA-376, part 1, 18.8.30).
 *
 * @param own the pattern that the workbook gives to the id.
 */
export function numberFormatOf(id: number, own: string | undefined): NumberFormat {
  const pattern = own ?? (localDays.includes(id) ? 'yyyy-mm-dd' : (builtIn[id] ?? 'General'));
  if (/^(general|@|)$/i.test(pattern)) return { pattern, kind: 'general' };
  const date = getFormatDateInfo(pattern);
  if (!(date.year && date.month && date.day)) return { pattern, kind: 'other' };
  return { pattern, kind: date.hours || date.minutes ? 'moment' : 'day' };
}

/**
 * What a cell shows for a number. A day is written as 2026-11-20 in whatever notation it is shown, since that of a
 * sheet can leave open which number is the month. A number without a format of its own is shown with all its digits,
 * which a narrow column would round.
 *
 * @param has1904 whether the workbook counts days from 1904 (ECMA-376, part 1, 18.2.28).
 */
export function shownNumber(raw: string, { pattern, kind }: NumberFormat, has1904: boolean): Shown {
  const value = raw.trim() === '' ? Number.NaN : Number(raw);
  if (!Number.isFinite(value)) return { refused: 'says a number that cannot be read.' };
  // before 1904 such a workbook has no days, and shows them with a minus
  if (kind === 'day' || kind === 'moment') return dayOf(has1904 && value >= 0 ? value + 1462 : value, kind);
  const exact = () =>
    Math.abs(value) < firstInexact
      ? { text: inFull(value) }
      : {
          refused:
            'has a number of more than 15 digits, of which a spreadsheet loses the last ones. Format this column as text and type the number again.',
        };
  if (kind === 'general') return exact();
  let text: string;
  try {
    text = format(pattern, value, { dateErrorThrows: true });
  } catch {
    return { refused: `has the number format ‘${pattern.slice(0, 40)}’, by which its value ${raw} cannot be shown.` };
  }
  if (text.trim() === '') return { refused: `has the value ${raw}, which its number format hides.` };
  if (/\dE[+-]\d/i.test(text)) return Number(text) === value ? { text } : exact();
  return Math.abs(value) < firstInexact ? { text } : exact();
}

/** A number with the 15 digits that spreadsheets show: 0.1 + 0.2 is 0.3. */
const inFull = (value: number): string => {
  const exact = Number(value.toPrecision(15));
  return Number.isInteger(exact) ? exact.toFixed(0) : String(exact);
};

/** The last serial number of a day, 31 December 9999, and the one of 29 February 1900, a day that never was. */
const [last, neverWas] = [2_958_465, 60];

function dayOf(serial: number, kind: 'day' | 'moment'): Shown {
  const whole = Math.floor(serial);
  if (whole < 1 || whole > last || whole === neverWas) return { refused: `has ${serial} as a date, which is no day.` };
  // serial numbers below 60 are one less, as if 1900 had been a leap year
  const days = whole - 25_569 + (whole < neverWas ? 1 : 0);
  const minutes = kind === 'moment' ? Math.round((serial - whole) * 1440) : 0;
  const moment = new Date(days * 86_400_000 + minutes * 60_000).toISOString();
  return { text: minutes === 0 ? moment.slice(0, 10) : `${moment.slice(0, 10)} ${moment.slice(11, 16)}` };
}
