import { z } from 'zod/mini';
import { asciiDigits } from './plain-text.ts';
import { bounded } from './shapes.ts';

// The server removes the trunk zero of other countries, as in '+63 0917 123 4567', and completes what has no country
// code by the person's country (server/platform/phone-numbers.ts): the browser would need a table of all countries.

/** Everything that people and address books write between the digits. */
const between = /[\s().·/\p{Pd}\p{Cf}]/gu;

/** A number as it is dialled: a leading plus and ASCII digits. What is not part of a number stays, to be refused. */
export const dialled = (typed: string): string =>
  asciiDigits(typed)
    .replace(/^\s*tel:/i, '')
    .replace(between, '')
    .replace(/^00(?=[1-9])/, '+');

/** The ten digits of India, which begin with 6 to 9, or the code and number of another country. */
const mobile = /^(?:[6-9]\d{9}|\+(?!91)[1-9]\d{6,14})$/;

/**
 * A mobile number as it is stored: ten digits for India, however the country code or the trunk zero is written; with
 * plus and country code for other countries. A text that is no such number comes back without its separators.
 */
export const mobileOf = (typed: string): string => {
  const number = dialled(typed);
  return /^(?:[+0]?910?|0)?([6-9]\d{9})$/.exec(number)?.[1] ?? number;
};

/**
 * The same for a text that is still being typed, pasted or filled in: keeps the digits, at most ten without a country
 * code. Digits are never cut from a number that begins with a country code or a trunk zero, since those that remain
 * would be another person's number.
 */
export function mobileWhileTyped(typed: string): string {
  const number = mobileOf(typed);
  if (mobile.test(number)) return number;
  const kept = mobileOf(number.replace(/(?!^\+)\D/g, ''));
  return kept.slice(0, /^(?:\+|0|91)/.test(kept) ? 16 : 10);
}

export const tenDigits = 'Please enter a valid 10-digit mobile number.';
export const withCountryCode = 'Please enter a valid mobile number with its country code, such as +63 917 123 4567.';

/** What is wrong with a number as `mobileOf` returns it; empty if nothing is. Ten digits may be of another country. */
export function mobileFault(number: string): string {
  if (mobile.test(number)) return '';
  return /^(?:\+(?!91)\d|(?:\+?91|0)?[1-5]\d{9}$)/.test(number) ? withCountryCode : tenDigits;
}

/** A mobile number, of India if it has no country code. */
export const Mobile = bounded(
  40,
  { missing: 'Mobile is required', tooLong: tenDigits },
  z.overwrite<string>(mobileOf),
).check(z.regex(mobile, { error: ({ input }) => mobileFault(String(input)) }));

/** A complete number that may be the first ten digits of a longer one: `+91 98200 12345` was cut to `9198200123`. */
export const mayBeCut = (stored: string): boolean => mobile.test(stored) && /^91[6-9]/.test(stored);

type StoredMobile = { mobile: string; mobileConfirmed: boolean };

/**
 * What is doubtful about a mobile number that was stored before numbers were checked like this: `+91 98200 12345` was
 * cut to `9198200123`, and `098200 12345` to `0982001234`; `01712-345678` of Bangladesh became `1712345678`. Empty if
 * nothing is, if there is no number, or if its owner has confirmed it (`mobileConfirmed`).
 */
export function doubtAboutMobile({ mobile: stored, mobileConfirmed }: StoredMobile): string {
  if (stored === '') return '';
  if (/^[1-5]\d{9}$/.test(stored)) return 'The country code is missing.';
  if (!mobile.test(stored)) return 'This number is not complete.';
  return mayBeCut(stored) && !mobileConfirmed ? 'Please check that no digit is missing at the end.' : '';
}

/**
 * The phone with which a profile begins: the mobile number of the registration with its country code. Where there is
 * none, or it is doubtful, the country code of India; `doubt` is then what is doubtful.
 */
export function phoneToBeginWith(stored: StoredMobile): { phone: string; doubt: string } {
  const { mobile: number } = stored;
  const doubt = doubtAboutMobile(stored);
  if (number === '' || doubt !== '') return { phone: '+91', doubt };
  return { phone: number.startsWith('+') ? number : `+91${number}`, doubt };
}

const notAPhone = 'Enter a valid phone number';

/** The offered country code stays in front of a number that is pasted with its own code. */
const phoneOf = (typed: string): string =>
  dialled(typed)
    .replace(/^\+91(?=\+|91[6-9]\d{9}$)/, '')
    .replace(/^\+9100(?=[1-9])/, '+')
    .replace(/^(?=91[6-9]\d{9}$)/, '+');

/** A phone number of any country and kind: an optional plus, and 7 to 15 digits. */
export const Phone = bounded(
  40,
  { missing: 'Phone is required', tooLong: notAPhone },
  z.overwrite<string>(phoneOf),
).check(z.minLength(1, 'Phone is required'), z.regex(/^\+?\d{7,15}$/, notAPhone));
