import type { FeeSettings } from '@fairlead/contract/academy/fee-settings';
import { gstStates, outsideIndia, stateOfGstin } from '@fairlead/contract/academy/gst';
import type { FeeDocumentKind, FeeEntryKind, FeeState } from '@fairlead/contract/fees/fee-state';
import { currency } from '@fairlead/contract/values/money';
import type { CalendarDate } from '../../platform/calendar.ts';

/** What an entry adds to the sums of its fee, in paise. */
export type Change = { charged: number; waived: number; received: number };

/** The sums of a fee, in paise. What is left to pay is `charged` less `waived` less `received`. */
export type Sums = Change;

const none: Change = { charged: 0, waived: 0, received: 0 };

/**
 * What an entry of the ledger does to the sums: the one rule from which every balance follows. A refund lowers the fee
 * by what it pays back, as its credit note says, so that nothing becomes due by it.
 *
 * @param reversed what the entry did that is undone; only for `reversed`.
 */
export function changeBy(kind: FeeEntryKind, amount: number, reversed: Change = none): Change {
  const changes: Record<FeeEntryKind, Change> = {
    due: { ...none, charged: amount },
    cancelled: { ...none, charged: -amount },
    waived: { ...none, waived: amount },
    paid: { ...none, received: amount },
    refunded: { ...none, charged: -amount, received: -amount },
    // 0 stays 0: a column has no -0
    reversed: { charged: 0 - reversed.charged, waived: 0 - reversed.waived, received: 0 - reversed.received },
  };
  return changes[kind];
}

/** What is left to pay, in paise. */
export const balanceOf = ({ charged, waived, received }: Sums): number => charged - waived - received;

/** Where a fee stands. What is charged was paid, where it was paid at all; else it was waived. */
export function feeStateOf(sums: Sums, { hasProof }: { hasProof: boolean }): FeeState {
  if (balanceOf(sums) > 0) return hasProof ? 'checking' : 'due';
  if (sums.charged === 0) return 'cancelled';
  return sums.received > 0 ? 'paid' : 'waived';
}

/** A rate in percent as hundredths of a percent, in which tax is computed without fractions. */
const hundredths = (percent: number) => Math.round(percent * 100);

/**
 * What an enrolment in a course of a price is charged, in paise: with the tax, where the price does not include it.
 * Without a GSTIN there is no tax.
 */
export function chargeFor(price: number, { gstin, gstRate, pricesIncludeTax }: FeeSettings): number {
  if (gstin === '' || pricesIncludeTax) return price;
  // the two halves are rounded by themselves, as an invoice states them
  return price + 2 * Math.round((price * hundredths(gstRate)) / 20_000);
}

/** The amounts of a document in paise; the first four make up the last. */
export type TaxSplit = { taxable: number; cgst: number; sgst: number; igst: number; total: number };

/**
 * Splits an amount that includes the tax: CGST and SGST, half each, within a state; IGST across states. Tax is rounded
 * to the paisa, and what remains is the taxable value, so that the parts make up the amount.
 *
 * @param gstRate in percent, both halves together.
 */
export function splitTax(total: number, gstRate: number, isWithinState: boolean): TaxSplit {
  const rate = hundredths(gstRate);
  if (isWithinState) {
    const half = Math.round((total * rate) / 2 / (10_000 + rate));
    return { taxable: total - 2 * half, cgst: half, sgst: half, igst: 0, total };
  }
  const igst = Math.round((total * rate) / (10_000 + rate));
  return { taxable: total - igst, cgst: 0, sgst: 0, igst, total };
}

/** The split of an amount without tax. */
export const untaxed = (total: number): TaxSplit => ({ taxable: total, cgst: 0, sgst: 0, igst: 0, total });

/**
 * The part of a document's amounts that a credit note over a part of its total takes back: the share that `amount` is
 * of what is left. No amount is below zero or more than is left, and several parts together make up the whole. The
 * halves of the tax are equal, unless so many single paise were taken back that only an odd amount of tax is left.
 *
 * @param before what was taken back before.
 */
export function partOf(whole: TaxSplit, amount: number, before: TaxSplit): TaxSplit {
  const left = (of: keyof TaxSplit) => whole[of] - before[of];
  const [taxLeft, isHalved] = [left('total') - left('taxable'), whole.igst === 0 && left('cgst') === left('sgst')];
  // two equal halves are an even number of paise
  const unit = isHalved ? 2 : 1;
  const share = unit * Math.round((taxLeft * amount) / left('total') / unit);
  // what of the amount is more than the taxable value left is tax
  const tax = Math.min(amount, Math.max(amount - left('taxable'), share));
  const igst = whole.igst === 0 ? 0 : tax;
  const cgst = Math.ceil((tax - igst + left('cgst') - left('sgst')) / 2);
  return { taxable: amount - tax, cgst, sgst: tax - igst - cgst, igst, total: amount };
}

const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '');

/** Other names under which people write a state, in letters alone. */
const otherNames: Readonly<Record<string, string>> = {
  ap: '37',
  ar: '12',
  as: '18',
  br: '10',
  cg: '22',
  ct: '22',
  chattisgarh: '22',
  ch: '04',
  dl: '07',
  newdelhi: '07',
  nctofdelhi: '07',
  delhincr: '07',
  ga: '30',
  gj: '24',
  hp: '02',
  hr: '06',
  jh: '20',
  jk: '01',
  jandk: '01',
  jammuandkashmir: '01',
  jammukashmir: '01',
  ka: '29',
  kl: '32',
  la: '38',
  ld: '31',
  mh: '27',
  ml: '17',
  mn: '14',
  mp: '23',
  mz: '15',
  nl: '13',
  od: '21',
  or: '21',
  orissa: '21',
  pb: '03',
  py: '34',
  pondicherry: '34',
  rj: '08',
  sk: '11',
  tg: '36',
  ts: '36',
  tn: '33',
  tamilnad: '33',
  tr: '16',
  uk: '05',
  ua: '05',
  uttaranchal: '05',
  up: '09',
  wb: '19',
  an: '35',
  andaman: '35',
  andamanandnicobar: '35',
  dd: '26',
  dn: '26',
  damananddiu: '26',
  dadraandnagarhaveli: '26',
};

const codes = new Map(Object.entries(gstStates).map(([code, name]) => [lettersOf(name), code]));

/** The code of the state that somebody has written in an address; undefined for one that is not recognised. */
export function stateCodeOf(written: string): string | undefined {
  const letters = lettersOf(written);
  return codes.get(letters) ?? otherNames[letters];
}

export type SupplyFacts = {
  /** The GSTIN of the academy. */
  gstin: string;
  /** The GSTIN of who is named on the invoice; empty for a person. */
  recipientGstin: string;
  /** Whether the course is held at the academy, in part or as a whole. */
  isInClassroom: boolean;
  /** The learner's address; null without a profile. */
  address: { state: string; country: string } | null;
};

/**
 * The code of the state in which a course is supplied.
 *
 * - To a company with a GSTIN: the state of that (IGST Act, section 12(5)(a)).
 * - To anybody else, training is supplied where it is performed (12(5)(b)): for a course with classes at the academy,
 *   in its state; so too for a learner from abroad, whose presence the classes need (13(3)(b)).
 * - An online course is supplied at the learner's address on record (12(2)(b)(i), which CBIC circular 242/36/2024-GST
 *   applies to all services over the internet), and outside India to a learner from abroad (13(2) and 13(12)).
 * - Without an address whose state is recognised, at the academy's own (12(2)(b)(ii)).
 */
export function placeOfSupply({ gstin, recipientGstin, isInClassroom, address }: SupplyFacts): string {
  const own = stateOfGstin(gstin);
  if (recipientGstin !== '') return stateOfGstin(recipientGstin);
  if (isInClassroom || !address) return own;
  if (!['india', 'in', 'ind', 'bharat', ''].includes(lettersOf(address.country))) return outsideIndia;
  return stateCodeOf(address.state) ?? own;
}

/** The financial year of a day, April to March, such as '26-27'. */
export function financialYear(day: CalendarDate): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const first = month >= 4 ? year : year - 1;
  const two = (number: number) => String(number % 100).padStart(2, '0');
  return `${two(first)}-${two(first + 1)}`;
}

const prefixes: Record<FeeDocumentKind, string> = {
  receipt: 'RCT',
  invoice: 'INV',
  'bill-of-supply': 'BOS',
  'credit-note': 'CRN',
};

/** The number of a document, such as 'INV/26-27/00042': at most 16 characters of those that rule 46 allows. */
export const documentNumber = (kind: FeeDocumentKind, year: string, serial: number): string =>
  `${prefixes[kind]}/${year}/${String(serial).padStart(5, '0')}`;

/**
 * What is issued for a payment: a receipt without a GSTIN, a bill of supply where nothing is taxed, else an invoice.
 */
export function paymentDocument({ gstin, gstRate }: FeeSettings): Exclude<FeeDocumentKind, 'credit-note'> {
  if (gstin === '') return 'receipt';
  return gstRate === 0 ? 'bill-of-supply' : 'invoice';
}

/** How much of a payment can still be refunded, in paise. */
export const refundableOf = (payment: { amount: number; isReversed: boolean; refunded: number }): number =>
  payment.isReversed ? 0 : payment.amount - payment.refunded;

/** Characters of references: without those that are mistaken for one another. */
const referenceAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A reference for transfers from random bytes, such as 'F7K3Q9DMXT'. */
export const referenceFrom = (bytes: Uint8Array): string =>
  `F${[...bytes.subarray(0, 9)].map((byte) => referenceAlphabet[byte % referenceAlphabet.length]).join('')}`;

/** The link that opens a UPI app with payee, amount and reference (NPCI, UPI linking specification). */
export function upiLink({
  upiId,
  name,
  paise,
  reference,
}: {
  upiId: string;
  name: string;
  paise: number;
  reference: string;
}) {
  const pairs = { pa: upiId, pn: name, am: (paise / 100).toFixed(2), cu: currency, tn: reference, tr: reference };
  // apps of India read %20, and not the plus sign of forms
  const query = Object.entries(pairs).map(
    ([key, value]) => `${key}=${encodeURIComponent(value).replaceAll('%40', '@')}`,
  );
  return `upi://pay?${query.join('&')}`;
}
