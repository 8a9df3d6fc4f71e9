import { sezWords, stateTaxName } from '@fairlead/contract/academy/gst';
import { type BillKind, billKindNames } from '@fairlead/contract/fees/bill-state';
import { type FeeDocumentKind, feeDocumentNames, paymentMethodNames } from '@fairlead/contract/fees/fee-state';
import { dayInWords } from '@fairlead/contract/values/dates';
import { inRupees } from '@fairlead/contract/values/money';
import type { CalendarDate } from '../../platform/calendar.ts';
import { amountInWords } from './amount-in-words.ts';
import type { DocumentFacts } from './issue-document.ts';
import type { TaxSplit } from './rules.ts';

/** What a bill asks for one person. */
type PrintedLine = { name: string; courseTitle: string; reference: string; split: TaxSplit };

/** A document as it was issued. */
export type IssuedFacts = {
  kind: FeeDocumentKind | BillKind;
  number: string;
  issuedOn: CalendarDate;
  /** The number of the document that a credit note corrects; null for others. */
  corrects: string | null;
  split: TaxSplit;
  facts: DocumentFacts;
  /** Those of a bill, whose course and reference are not in its facts; none for other documents. */
  lines: readonly PrintedLine[];
};

type Item = { description: string; note: string; sac: string; amount: string };
type Pair = { label: string; value: string };

/** Every text of a document, ready for typesetting: the input of document.typ. */
export type DocumentText = {
  title: string;
  subtitle: string;
  number: string;
  /** The day of issue, as the date of the PDF. */
  issued: Record<'year' | 'month' | 'day', number>;
  academy: { name: string; lines: string[] };
  recipient: { label: string; name: string; lines: string[] };
  /** At the top: date, place of supply and what else identifies it. */
  heads: Pair[];
  items: Item[];
  taxes: Pair[];
  total: Pair;
  words: string;
  payment: Pair[];
  note: string;
  layout: DocumentFacts['layout'];
};

/** With a space behind the sign of the currency, as documents have it. */
const rupees = (paise: number) => inRupees(paise).replace('₹', '₹ ');

const names = { ...feeDocumentNames, ...billKindNames };

const subtitles: Record<FeeDocumentKind, string> = {
  receipt: 'Received with thanks',
  invoice: 'and receipt of payment',
  'bill-of-supply': 'and receipt of payment',
  'credit-note': '',
};

const pairs = (...all: [label: string, value: string][]): Pair[] =>
  all.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }));

/**
 * Converts the facts of a document to its texts: dates in words, amounts in rupees, and what does not apply left out.
 */
export function documentText({ kind, number, issuedOn, corrects, split, facts, lines }: IssuedFacts): DocumentText {
  const { layout, academy, recipient, place, gstRate, bill } = facts;
  const [year = 0, month = 0, day = 0] = issuedOn.split('-').map(Number);
  const half = `${gstRate / 2} %`;
  const isCredit = kind === 'credit-note';
  const isTaxed = split.cgst + split.sgst + split.igst > 0;
  return {
    title: names[kind],
    subtitle: kind === 'proforma' ? 'This is not a tax invoice' : bill ? '' : subtitles[kind],
    number,
    issued: { year, month, day },
    academy: {
      name: academy.name,
      lines: [
        academy.address,
        academy.gstin && `GSTIN ${academy.gstin}`,
        [academy.email, academy.phone].filter(Boolean).join('  ·  '),
      ].filter(Boolean),
    },
    recipient: {
      label: isCredit ? 'Credited to' : academy.gstin || bill ? 'Billed to' : 'Received from',
      name: recipient.name,
      lines: [recipient.address, recipient.gstin && `GSTIN ${recipient.gstin}`, sezWords[facts.sez ?? '']].filter(
        Boolean,
      ),
    },
    heads: pairs(
      ['Date', dayInWords(issuedOn)],
      ['Due on', bill ? dayInWords(bill.dueOn) : ''],
      ['Purchase order', bill?.purchaseOrder ?? ''],
      ['Corrects', corrects ?? ''],
      ['Place of supply', place ? `${place.name} (${place.code})` : ''],
      ['Reverse charge', academy.gstin ? 'No' : ''],
    ),
    items: itemsOf({ lines, split, facts, isCredit }),
    taxes: isTaxed
      ? pairs(
          ['Taxable value', rupees(split.taxable)],
          [`CGST ${half}`, split.igst > 0 ? '' : rupees(split.cgst)],
          [`${stateTaxName(place?.code ?? '')} ${half}`, split.igst > 0 ? '' : rupees(split.sgst)],
          [`IGST ${gstRate} %`, split.igst > 0 ? rupees(split.igst) : ''],
        )
      : [],
    total: { label: isCredit ? 'Total credited' : bill ? 'To pay' : 'Total paid', value: rupees(split.total) },
    words: amountInWords(split.total),
    payment: bill ? waysOf(bill) : paymentOf(facts.payment, isCredit),
    note: 'Issued electronically; it is valid without a signature.',
    layout,
  };
}

type Content = Pick<IssuedFacts, 'lines' | 'split' | 'facts'> & { isCredit: boolean };

/** The fees of a document, each with its taxable value. */
function itemsOf({ lines, split, facts, isCredit }: Content): Item[] {
  const { courseTitle, person, reference, sac, reason } = facts;
  const described = (title: string) => `Course fee: ${title}`;
  if (lines.length === 0) {
    const note = [person, `Reference ${reference}`, isCredit && reason].filter(Boolean).join('. ');
    return [{ description: described(courseTitle), note, sac, amount: rupees(split.taxable) }];
  }
  return lines.map((line) => ({
    description: described(line.courseTitle),
    note: `${line.name}. Reference ${line.reference}`,
    sac,
    amount: rupees(line.split.taxable),
  }));
}

/** How money changed hands; empty for the credit note of an invoice that was not paid. */
const paymentOf = (payment: DocumentFacts['payment'], isCredit: boolean): Pair[] =>
  payment === null
    ? []
    : pairs(
        [isCredit ? 'Paid back by' : 'Paid by', paymentMethodNames[payment.method]],
        ['Transfer or cheque', payment.reference],
        ['On', dayInWords(payment.on)],
      );

/** How a bill is paid. */
const waysOf = ({ bank, upiId }: NonNullable<DocumentFacts['bill']>): Pair[] =>
  pairs(
    ['Account', bank ? [bank.accountName, bank.accountNumber].filter(Boolean).join(', ') : ''],
    ['Bank', bank ? [bank.bankName, bank.ifsc].filter(Boolean).join(', ') : ''],
    ['UPI', upiId],
  );
