import { Amount } from '@fairlead/contract/academy/fee-fields';
import { isGstin, stateTaxName } from '@fairlead/contract/academy/gst';
import { toPaise } from '@fairlead/contract/values/money';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod/mini';
import { defaultFeeSettings } from '../academy/rules.ts';
import { amountInWords } from './amount-in-words.ts';
import {
  balanceOf,
  billStateOf,
  type Change,
  changeBy,
  chargeFor,
  documentNumber,
  feeStateOf,
  financialYear,
  partOf,
  paymentDocument,
  placeOfSupply,
  referenceFrom,
  refundableOf,
  splitOfInvoice,
  splitTax,
  type TaxSplit,
  untaxed,
  upiLink,
} from './rules.ts';

test.each([
  ['32', 'SGST'],
  ['07', 'SGST'],
  ['34', 'SGST'],
  ['04', 'UTGST'],
  ['35', 'UTGST'],
])('the second half of the tax in state %s is %s', (code, name) => {
  expect(stateTaxName(code)).toBe(name);
});

describe('the balance', () => {
  const sum = (...changes: Change[]) =>
    changes.reduce((all, one) => ({
      charged: all.charged + one.charged,
      waived: all.waived + one.waived,
      received: all.received + one.received,
    }));
  const due = changeBy('due', 450_000);
  const paid = changeBy('paid', 450_000);

  it.each([
    ['a fee that was charged', [due], 450_000, 'due'],
    ['a part payment', [due, changeBy('paid', 100_000)], 350_000, 'due'],
    ['a payment of all', [due, paid], 0, 'paid'],
    ['a waiver of all', [due, changeBy('waived', 450_000)], 0, 'waived'],
    ['a payment and a waiver of the rest', [due, changeBy('paid', 400_000), changeBy('waived', 50_000)], 0, 'paid'],
    ['a cancelled fee', [due, changeBy('cancelled', 450_000)], 0, 'cancelled'],
    ['a refund of all, which makes nothing due', [due, paid, changeBy('refunded', 450_000)], 0, 'cancelled'],
    ['a refund of a part', [due, paid, changeBy('refunded', 150_000)], 0, 'paid'],
    ['a reversed payment, which is due again', [due, paid, changeBy('reversed', 450_000, paid)], 450_000, 'due'],
  ] as const)('follows from the entries: %s', (_, changes, balance, state) => {
    const sums = sum(...changes);
    expect(balanceOf(sums)).toBe(balance);
    expect(feeStateOf(sums, { hasProof: false })).toBe(state);
    expect(Object.values(sums).every((one) => !Object.is(one, -0))).toBe(true);
  });

  it('waits for a check while a proof of payment waits, and something is due', () => {
    expect(feeStateOf(due, { hasProof: true })).toBe('checking');
    expect(feeStateOf(sum(due, paid), { hasProof: true })).toBe('paid');
  });
});

describe('a bill', () => {
  const yesterday = '2026-11-19';
  it.each([
    ['nothing paid', { isCancelled: false, rest: 4500, paid: 0 }, ['due', 'overdue']],
    ['a part paid', { isCancelled: false, rest: 3500, paid: 1000 }, ['due', 'overdue']],
    ['all paid', { isCancelled: false, rest: 0, paid: 4500 }, ['paid', 'paid']],
    ['a part paid, and the rest waived', { isCancelled: false, rest: 0, paid: 4000 }, ['paid', 'paid']],
    ['all taken back by a decline, or replaced', { isCancelled: false, rest: 0, paid: 0 }, ['cancelled', 'cancelled']],
    ['cancelled by staff', { isCancelled: true, rest: 0, paid: 0 }, ['cancelled', 'cancelled']],
    ['cancelled by staff after a part was paid', { isCancelled: true, rest: 0, paid: 500 }, ['cancelled', 'cancelled']],
  ] as const)('with %s is in its state until its day is over, and after it', (_, bill, states) => {
    const today = '2026-11-20';
    expect([today, yesterday].map((dueOn) => billStateOf({ ...bill, dueOn }, today))).toEqual(states);
  });
});

describe('tax', () => {
  it('is two equal halves within a state, and one amount across states', () => {
    expect(splitTax(450_000, 18, true)).toEqual({
      taxable: 381_356,
      cgst: 34_322,
      sgst: 34_322,
      igst: 0,
      total: 450_000,
    });
    expect(splitTax(450_000, 18, false)).toEqual({ taxable: 381_356, cgst: 0, sgst: 0, igst: 68_644, total: 450_000 });
    expect(splitTax(450_000, 0, true)).toEqual(untaxed(450_000));
  });

  it('is added to a price that does not include it, and charged by nobody without a GSTIN', () => {
    const taxed = { ...defaultFeeSettings, gstin: '32AAACF1234A1ZO' };
    expect(chargeFor(450_000, { ...taxed, pricesIncludeTax: false })).toBe(531_000);
    expect(chargeFor(450_000, taxed)).toBe(450_000);
    expect(chargeFor(450_000, { ...taxed, gstin: '', pricesIncludeTax: false })).toBe(450_000);
  });

  const paise = fc.integer({ min: 1, max: 1_000_000_000 });
  const rate = fc.integer({ min: 0, max: 2800 }).map((hundredths) => hundredths / 100);

  it('makes up the amount to the paisa, for any amount and rate', () => {
    fc.assert(
      fc.property(paise, rate, fc.boolean(), (total, percent, within) => {
        const { taxable, cgst, sgst, igst } = splitTax(total, percent, within);
        expect(taxable + cgst + sgst + igst).toBe(total);
        expect(cgst).toBe(sgst);
        expect(Math.min(taxable, cgst, igst)).toBeGreaterThanOrEqual(0);
        expect(within ? igst : cgst).toBe(0);
      }),
    );
  });

  const takenBack = (whole: TaxSplit, amounts: readonly number[]) => {
    const parts: TaxSplit[] = [];
    const sum = (of: keyof TaxSplit) => parts.reduce((all, part) => all + part[of], 0);
    const before = () => ({
      taxable: sum('taxable'),
      cgst: sum('cgst'),
      sgst: sum('sgst'),
      igst: sum('igst'),
      total: sum('total'),
    });
    for (const amount of [...amounts, Number.POSITIVE_INFINITY]) {
      const part = Math.min(amount, whole.total - sum('total'));
      if (part > 0) parts.push(partOf(whole, part, before()));
    }
    return { parts, all: before() };
  };

  it('is taken back by any credit notes as it was charged, to the paisa, and never below zero', () => {
    const small = fc.integer({ min: 1, max: 40 });
    const whole = fc.record({ total: fc.oneof(small, paise), percent: rate, within: fc.boolean() });
    const amounts = fc.array(fc.oneof(fc.constantFrom(1, 2, 3), paise), { maxLength: 40 });
    fc.assert(
      fc.property(whole, amounts, ({ total, percent, within }, refunds) => {
        const charged = splitTax(total, percent, within);
        const { parts, all } = takenBack(charged, refunds);
        expect(all).toEqual(charged);
        for (const { taxable, cgst, sgst, igst, total: amount } of parts) {
          expect(taxable + cgst + sgst + igst).toBe(amount);
          expect(Math.min(taxable, cgst, sgst, igst)).toBeGreaterThanOrEqual(0);
          expect(Math.abs(cgst - sgst)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('is taken back in the share that the amount is of what is left, across states and in unequal halves as well', () => {
    const nothing = { taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 0 };
    const across = { taxable: 100, cgst: 0, sgst: 0, igst: 18, total: 118 };
    expect(partOf(across, 59, nothing)).toEqual({ taxable: 50, cgst: 0, sgst: 0, igst: 9, total: 59 });
    const within = { taxable: 100, cgst: 9, sgst: 9, igst: 0, total: 118 };
    // 17 of 117 paise are tax, so that 9 are of 62
    expect(partOf(within, 62, { ...nothing, cgst: 1, total: 1 })).toEqual({
      ...{ taxable: 53, cgst: 4, sgst: 5, igst: 0, total: 62 },
    });
    expect(partOf(within, 59, nothing)).toEqual({ taxable: 49, cgst: 5, sgst: 5, igst: 0, total: 59 });
    // 3.8 of 4 are tax, and one paisa is left of the taxable value
    expect(partOf(within, 4, { ...nothing, taxable: 99, total: 99 })).toMatchObject({ taxable: 0, cgst: 2, sgst: 2 });
  });

  it('is taken back in equal halves by credit notes of a rupee or more', () => {
    const rupees = fc.array(fc.integer({ min: 100, max: 1_000_000 }), { maxLength: 20 });
    fc.assert(
      fc.property(rupees, rate, (refunds, percent) => {
        const total = refunds.reduce((all, one) => all + one, 100);
        const { parts } = takenBack(splitTax(total, percent, true), refunds);
        for (const { cgst, sgst } of parts) expect(cgst).toBe(sgst);
      }),
    );
  });

  it('of single paise is taken back from the taxable value first, and then half by half', () => {
    const { parts } = takenBack(splitTax(10, 18, true), Array(9).fill(1));
    expect(parts.map(({ taxable, cgst, sgst }) => [taxable, cgst, sgst].join(''))).toEqual([
      ...Array(8).fill('100'),
      '010',
      '001',
    ]);
  });

  it.each([
    ['an online course at the learner’s address', {}, '27'],
    ['a course in the classroom, where it is held', { isInClassroom: true }, '32'],
    ['a company, by its GSTIN', { recipientGstin: '29AAACS5678B1Z8', isInClassroom: true }, '29'],
    ['nowhere: a learner without a profile', { address: null }, undefined],
    ['nowhere: a state that is not recognised', { address: { state: 'Elsewhere', country: 'India' } }, undefined],
    ['nowhere: a country that is not recognised', { address: { state: 'Cebu', country: 'Atlantis' } }, undefined],
    ['nowhere: a state in place of the country', { address: { state: 'Chennai', country: 'TN' } }, undefined],
    ['a state as people write it', { address: { state: 'TN - Chennai', country: 'Republic of India' } }, '33'],
    ['a nationality in place of the country', { address: { state: 'Telengana', country: 'Indian' } }, '36'],
    ['a former name', { address: { state: 'Orissa', country: 'IN' } }, '21'],
    ['the state that was chosen for the recipient', { recipientState: '29', address: null }, '29'],
    ['a recipient abroad', { recipientState: '96' }, '96'],
    ['a learner abroad', { address: { state: 'Cebu', country: 'Philippines' } }, '96'],
    [
      'a learner from abroad in the classroom',
      { isInClassroom: true, address: { state: 'Cebu', country: 'Philippines' } },
      '32',
    ],
  ])('is supplied: %s', (_, part, code) => {
    const address = { state: 'maharashtra ', country: 'India' };
    const facts = { gstin: '32AAACF1234A1ZO', recipientGstin: '', recipientState: '', isInClassroom: false, address };
    expect(placeOfSupply({ ...facts, ...part })).toBe(code);
  });

  it.each([
    ['with IGST in the academy’s own state', 'with-tax', { taxable: 381_356, igst: 68_644 }],
    ['without tax under a letter of undertaking', 'without-tax', { taxable: 450_000, igst: 0 }],
  ] as const)('on a supply to a special economic zone is split %s', (_, sez, amounts) => {
    const split = splitOfInvoice(450_000, { gstRate: 18, isWithinState: true, sez });
    expect(split).toEqual({ ...amounts, cgst: 0, sgst: 0, total: 450_000 });
  });

  it.each([
    ['27AAPFU0939F1ZV', true],
    ['27AAPFU0939F1ZW', false],
    ['27AAPFU0993F1ZV', false],
    ['99AAPFU0939F1ZV', false],
    ['27aapfu0939f1zv', false],
    ['', false],
  ])('has a number with a check character: %s is %s', (text, isOne) => {
    expect(isGstin(text)).toBe(isOne);
  });
});

describe('the number of a document', () => {
  it.each([
    ['2026-03-31', '25-26'],
    ['2026-04-01', '26-27'],
    ['2027-01-15', '26-27'],
    ['2099-12-31', '99-00'],
  ])('has the financial year: %s is in %s', (day, year) => {
    expect(financialYear(day)).toBe(year);
  });

  it('has at most 16 characters of those that are allowed, also after the hundred thousandth', () => {
    expect(documentNumber('invoice', '26-27', 42)).toBe('INV/26-27/00042');
    for (const kind of ['receipt', 'invoice', 'bill-of-supply', 'credit-note'] as const)
      expect(documentNumber(kind, '26-27', 999_999)).toMatch(/^[A-Z0-9/-]{1,16}$/);
  });

  it('is of an invoice only with a GSTIN, and of a bill of supply where nothing is taxed', () => {
    const gstin = '32AAACF1234A1ZO';
    expect(paymentDocument({ ...defaultFeeSettings })).toBe('receipt');
    expect(paymentDocument({ ...defaultFeeSettings, gstin })).toBe('invoice');
    expect(paymentDocument({ ...defaultFeeSettings, gstin, gstRate: 0 })).toBe('bill-of-supply');
  });
});

test.each([
  [1, 'One Paise Only'],
  [100, 'Rupees One Only'],
  [450_050, 'Rupees Four Thousand Five Hundred and Fifty Paise Only'],
  [1_234_567_800, 'Rupees One Crore Twenty Three Lakh Forty Five Thousand Six Hundred Seventy Eight Only'],
  [1_500_00, 'Rupees One Thousand Five Hundred Only'],
  [
    999_999_999_99,
    'Rupees Ninety Nine Crore Ninety Nine Lakh Ninety Nine Thousand Nine Hundred Ninety Nine and Ninety Nine Paise Only',
  ],
])('%d paise are %s', (paise, words) => {
  expect(amountInWords(paise)).toBe(words);
});

test.each([
  ['1500', 150_000],
  ['1500.5', 150_050],
  ['1,25,000.05', 12_500_005],
  [4500, 450_000],
  [0.29, 29],
])('%s rupees are %d paise', (typed, paise) => {
  expect(toPaise(typed)).toBe(paise);
});

const readAmount = (typed: string) => {
  const { success, data } = z.safeParse(Amount, typed);
  return success ? data : undefined;
};

test.each([
  ['1,500', 150_000],
  ['1,25,000.05', 12_500_005],
  ['125,000.05', 12_500_005],
  ['1,23,45,678', 1_234_567_800],
  ['12,345,678', 1_234_567_800],
  ['१५००', 150_000],
])('the amount %s is read as %d paise', (typed, paise) => {
  expect(readAmount(typed)).toBe(paise);
});

test.each([
  // a comma may be meant as a decimal point
  ['10,00'],
  ['1,50'],
  ['1500,50'],
  ['1.500,00'],
  ['12,34'],
  ['1,2345'],
  ['1,000,00'],
  ['1,00,00'],
  ['0,500'],
  ['1,23,456,789'],
  ['1,234,56'],
  ['1500.505'],
  ['-5'],
  ['0'],
])('the amount %s is refused', (typed) => {
  expect(readAmount(typed)).toBeUndefined();
});

test('a UPI link has payee, amount and reference, as apps read them', () => {
  const link = upiLink({ upiId: 'fairlead@sbi', name: 'Fairlead & Co', paise: 450_050, reference: 'F7K3Q9DMXT' });
  expect(link).toBe('upi://pay?pa=fairlead@sbi&pn=Fairlead%20%26%20Co&am=4500.50&cu=INR&tn=F7K3Q9DMXT&tr=F7K3Q9DMXT');
});

test('a reference has ten characters that are not mistaken for one another', () => {
  expect(referenceFrom(new Uint8Array([0, 28, 29, 255, 1, 2, 3, 4, 5]))).toMatch(/^F[2-9A-HJKMNP-TV-Z]{9}$/);
});

it('leaves of a payment what was not refunded, and nothing of a reversed one', () => {
  expect(refundableOf({ amount: 500, isReversed: false, refunded: 200 })).toBe(300);
  expect(refundableOf({ amount: 500, isReversed: true, refunded: 0 })).toBe(0);
});

it('takes every amount of a reversed entry back', () => {
  expect(changeBy('reversed', 0, { charged: 3, waived: 5, received: 7 })).toEqual({
    ...{ charged: -3, waived: -5, received: -7 },
  });
});
