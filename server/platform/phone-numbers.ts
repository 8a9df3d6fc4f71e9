import { mobileFault, mobileOf, withCountryCode } from '@fairlead/contract/values/phone-numbers';
// The rules of mobile numbers alone: with those of all numbers (`max`), it is half as large again, and without them
// (`min`), a mobile number of India passes for a landline of Bangladesh.
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { AppError } from './errors.ts';

const parse = (number: string, country?: CountryCode) =>
  parsePhoneNumberFromString(number, { ...(country && { defaultCountry: country }), extract: false });

/** A country other than India by whose rules a number without a country code is read. */
const otherThanIndia = (code: string | undefined): CountryCode | undefined =>
  code !== undefined && code !== 'IN' && isSupportedCountry(code) ? code : undefined;

/** A number with its country code, as E.164: without a trunk zero after the code, where its country has one. */
function international(number: string): string | undefined {
  const parsed = parse(number);
  return parsed?.isPossible() ? parsed.number : undefined;
}

/** A mobile number of a country, written as it is dialled there. */
function national(number: string, country: CountryCode | undefined): string | undefined {
  const parsed = country && parse(number, country);
  return parsed?.isValid() ? parsed.number : undefined;
}

type Read = { number: string; fault?: never } | { fault: string; number?: never };

/**
 * Reads a mobile number.
 *
 * @param typed as a schema of contract/values/phone-numbers.ts has it: digits, with or without a plus.
 * @param country the code of ISO 3166 of the country by whose rules it is read if it has no country code; India where
 *   it is not known.
 * @returns the number as it is stored, ten digits for India and E.164 for other countries; or what is wrong with it.
 */
export function readMobile(typed: string, country?: string): Read {
  if (!typed.startsWith('+')) {
    const number = national(typed, otherThanIndia(country));
    if (number) return { number };
  }
  const written = mobileOf(typed);
  const fault = mobileFault(written);
  if (fault) return { fault: otherThanIndia(country) && !typed.startsWith('+') ? withCountryCode : fault };
  const number = written.startsWith('+') ? international(written) : written;
  return number ? { number } : { fault: withCountryCode };
}

/**
 * The same for the field `mobile` of a form.
 *
 * @throws AppError `invalid`.
 */
export function requireMobile(typed: string, country?: string): string {
  const { number, fault } = readMobile(typed, country);
  if (fault !== undefined) throw new AppError('invalid', fault, { fields: { mobile: fault } });
  return number;
}

/**
 * A phone number of any kind as it is stored: E.164 where its country is known and it can be one of it, else as it is
 * written, since the academy also reaches people under numbers that no list has.
 *
 * @param country as `readMobile` takes it.
 * @throws AppError `invalid` for the trunk zero of another country behind the code of India, which the form offers.
 */
export function requirePhone(typed: string, country?: string): string {
  const other = otherThanIndia(country);
  if (typed.startsWith('+')) {
    if (!other || !typed.startsWith('+910')) return international(typed) ?? typed;
    throw new AppError('invalid', noCountryCode, { fields: { phone: noCountryCode } });
  }
  const parsed = other && parse(typed, other);
  const isOne = parsed && (parsed.isValid() || (typed.startsWith('0') && parsed.isPossible()));
  return isOne ? parsed.number : typed;
}

const noCountryCode = 'Write the phone number with the code of its country, such as +63 917 123 4567';
