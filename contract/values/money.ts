import { withCommas } from './numbers.ts';

/** Amounts of the fees are whole numbers of paise, so that no sum is ever rounded. Prices of courses are in rupees. */

/** The currency of every amount, as ISO 4217 names it. */
export const currency = 'INR';

/**
 * A typed amount in rupees, such as '1500' or '1,500.50'. Commas stand as in India (1,25,000) or as in English
 * (125,000) and nowhere else: in '10,00' one may be meant as a decimal point.
 */
export const rupeesPattern =
  /^(?:\d{1,8}|[1-9]\d?(?:,\d\d){0,2},\d{3}|[1-9]\d{0,2},\d{3}|[1-9]\d?,\d{3},\d{3})(?:\.\d{1,2})?$/;

/** A text of `rupeesPattern`, or a price of a course, as paise. */
export function toPaise(rupees: string | number): number {
  const [whole = '0', part = ''] = String(rupees).replaceAll(',', '').split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0').slice(0, 2));
}

/** Paise as rupees, as prices of courses have them. */
export const toRupees = (paise: number): number => paise / 100;

/** Paise as people read them: 12500000 is ₹1,25,000.00. */
export const inRupees = (paise: number): string =>
  withCommas((paise / 100).toFixed(2)).replace(/^-?/, (sign) => `${sign}₹`);
