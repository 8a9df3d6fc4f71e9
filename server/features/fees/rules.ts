import type { FeeSettings } from '@fairlead/contract/academy/fee-settings';
import { outsideIndia, type SezSupply, stateOfGstin } from '@fairlead/contract/academy/gst';
import { countryCodeOf, india, stateCodeOf } from '@fairlead/contract/academy/places';
import type { BillState } from '@fairlead/contract/fees/bill-state';
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

/**
 * The split of a payment on an invoice. A supply to a special economic zone is one across states wherever the zone is
 * (IGST Act, section 7(5)(b)), and without tax under a letter of undertaking (section 16).
 */
export function splitOfInvoice(
  total: number,
  { gstRate, isWithinState, sez }: { gstRate: number; isWithinState: boolean; sez: SezSupply },
): TaxSplit {
  if (sez === 'without-tax') return untaxed(total);
  return splitTax(total, gstRate, isWithinState && sez === '');
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

export type SupplyFacts = {
  /** The GSTIN of the academy. */
  gstin: string;
  /** The GSTIN of who is named on the invoice; empty for a person. */
  recipientGstin: string;
  /** The state that was chosen for who is named on the invoice; empty for the one in the learner's profile. */
  recipientState: string;
  /** Whether the course is held at the academy, in part or as a whole. */
  isInClassroom: boolean;
  /** The learner's address; null without a profile. */
  address: { state: string; country: string } | null;
};

/**
 * The code of the state in which a course is supplied; undefined where it is not known, and no invoice is numbered.
 *
 * - To a company with a GSTIN: the state of that (IGST Act, section 12(5)(a)).
 * - To anybody else, training is supplied where it is performed (12(5)(b)): for a course with classes at the academy,
 *   in its state; so too for a learner from abroad, whose presence the classes need (13(3)(b)).
 * - An online course is supplied at the recipient's address on record (12(2)(b)(i), which CBIC circular 242/36/2024-GST
 *   applies to all services over the internet), and outside India to a recipient abroad (13(2) and 13(12)). The state
 *   of an invoice has to be the recipient's (rule 46 of the CGST Rules), so nothing stands in for an address that is
 *   missing or not recognised.
 */
export function placeOfSupply(facts: SupplyFacts): string | undefined {
  const { gstin, recipientGstin, recipientState, isInClassroom, address } = facts;
  if (recipientGstin !== '') return stateOfGstin(recipientGstin);
  if (isInClassroom) return stateOfGstin(gstin);
  if (recipientState !== '') return recipientState;
  const country = address && countryCodeOf(address.country);
  if (!address || !country) return undefined;
  return country === india ? stateCodeOf(address.state) : outsideIndia;
}

/** The financial year of a day, April to March, such as '26-27'. */
export function financialYear(day: CalendarDate): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const first = month >= 4 ? year : year - 1;
  const two = (number: number) => String(number % 100).padStart(2, '0');
  return `${two(first)}-${two(first + 1)}`;
}

/** The kinds of documents that have a series of numbers: a proforma is no tax document, and takes none of theirs. */
export type NumberedKind = FeeDocumentKind | 'proforma';

const prefixes: Record<NumberedKind, string> = {
  proforma: 'PRO',
  receipt: 'RCT',
  invoice: 'INV',
  'bill-of-supply': 'BOS',
  'credit-note': 'CRN',
};

/** The number of a document, such as 'INV/26-27/00042': at most 16 characters of those that rule 46 allows. */
export const documentNumber = (kind: NumberedKind, year: string, serial: number): string =>
  `${prefixes[kind]}/${year}/${String(serial).padStart(5, '0')}`;

/**
 * What is issued for a payment: a receipt without a GSTIN, a bill of supply where nothing is taxed, else an invoice.
 */
export function paymentDocument({ gstin, gstRate }: FeeSettings): Exclude<FeeDocumentKind, 'credit-note'> {
  if (gstin === '') return 'receipt';
  return gstRate === 0 ? 'bill-of-supply' : 'invoice';
}

/**
 * Where a bill stands: paid once nothing is left to pay of it and something was paid, and cancelled where staff have
 * cancelled it or all of it was taken back, such as by a decline, or by the tax invoice that replaced a proforma.
 *
 * @param bill `rest` is what is left to pay, and `paid` what was paid of it, both in paise.
 */
export function billStateOf(
  { isCancelled, rest, paid, dueOn }: { isCancelled: boolean; rest: number; paid: number; dueOn: CalendarDate },
  today: CalendarDate,
): BillState {
  if (isCancelled || rest + paid === 0) return 'cancelled';
  if (rest === 0) return 'paid';
  return dueOn < today ? 'overdue' : 'due';
}

/** The sum of several splits. */
export const sumOfSplits = (splits: readonly TaxSplit[]): TaxSplit =>
  splits.reduce(
    (sum, one) => ({
      taxable: sum.taxable + one.taxable,
      cgst: sum.cgst + one.cgst,
      sgst: sum.sgst + one.sgst,
      igst: sum.igst + one.igst,
      total: sum.total + one.total,
    }),
    untaxed(0),
  );

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
