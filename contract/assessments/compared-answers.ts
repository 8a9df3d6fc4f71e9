import { asciiDigits } from '../values/plain-text.ts';

/** A thousand to some and one to others; 0,500 is a half to all. */
const ambiguous = /^[+-]?[1-9]\d{0,2},\d{3}$/;
const written = /^([+-]?)(\d{0,20})(?:\.(\d{0,20}))?$/;

/**
 * A typed number in one form: '2.5' for ' +02,50'. A comma is a decimal sign as a point is, since the keyboards of many
 * phones have no point.
 *
 * @returns undefined for a text that is no decimal number, for one with more than 20 digits on either side, and for one
 *   whose comma may separate thousands: 1,000.
 */
export function readNumber(typed: string): string | undefined {
  const plain = asciiDigits(typed).trim().replace('\u2212', '-');
  if (ambiguous.test(plain)) return undefined;
  const [all, sign, whole = '', part = ''] = written.exec(plain.replace(',', '.')) ?? [];
  if (all === undefined || (whole === '' && part === '')) return undefined;
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  let decimals = part;
  while (decimals.endsWith('0')) decimals = decimals.slice(0, -1);
  const size = decimals === '' ? digits : `${digits}.${decimals}`;
  return sign === '-' && size !== '0' ? `-${size}` : size;
}

/** Decimal places enough for every number that `readNumber` returns. */
const places = 20;

/** A number in units of 10⁻²⁰, so that it is compared without rounding: 0.3 − 0.2 is exactly 0.1. */
function exactly(number: string): bigint {
  const [, sign, whole = '', part = ''] = written.exec(number) ?? [];
  const size = BigInt(whole + part.padEnd(places, '0'));
  return sign === '-' ? -size : size;
}

/** Whether a number is at most `tolerance` from `value`; all three as `readNumber` returns them. */
export function isWithin(number: string, value: string, tolerance: string): boolean {
  const apart = exactly(number) - exactly(value);
  return (apart < 0 ? -apart : apart) <= exactly(tolerance);
}

/**
 * A typed text with single spaces and in one form of its letters, quotation marks, apostrophes and dashes, as an answer
 * is stored. Some phones type “ ” and ’ where others type " and '.
 */
export const tidyAnswer = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

/** The same in small letters, for answers in which capitals do not matter. */
export const foldAnswer = (typed: string): string => tidyAnswer(typed).toLowerCase();
