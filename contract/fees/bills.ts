import { z } from 'zod/mini';
import { RecipientInput, Reference } from '../academy/fee-fields.ts';
import type { Calls } from '../platform/call.ts';
import { many } from '../platform/decisions.ts';
import { Email } from '../values/emails.ts';
import { longestEmail } from '../values/lengths.ts';
import {
  ById,
  bounded,
  CalendarDate,
  data,
  Id,
  ListQuery,
  line,
  oneOf,
  saved,
  sortedBy,
  tidy,
} from '../values/shapes.ts';
import { billKinds, billStates } from './bill-state.ts';
import { Paise } from './fee-shapes.ts';

/** A bill: a proforma or a tax invoice that asks for fees before they are paid; its PDF is at `feeDocument`. */
export const FeeBill = z.object({
  _id: Id,
  kind: z.enum(billKinds),
  number: z.string(),
  issuedOn: CalendarDate,
  dueOn: CalendarDate,
  /** The number of the payer's purchase order; empty for none. */
  purchaseOrder: z.string(),
  payerName: z.string(),
  totalPaise: Paise,
  paidPaise: Paise,
  /** What is left to pay of it. */
  restPaise: Paise,
  state: z.enum(billStates),
  /** Where it was mailed to, and reminders, receipts and credit notes are; empty for nowhere. */
  email: z.string(),
  /** The day of the last reminder; null for none. */
  remindedOn: z.nullable(CalendarDate),
  /** How many enrolments it is for. */
  fees: z.number(),
});
export type FeeBill = z.infer<typeof FeeBill>;

const emailRule = 'Enter a valid email address, or nothing';
const PayerEmail = bounded(
  longestEmail,
  { missing: emailRule, tooLong: emailRule },
  tidy,
  z.trim(),
  z.toLowerCase(),
).check(z.refine((email) => email === '' || Email.safeParse(email).success, emailRule));

const dueRule = 'Enter the day by which it is to be paid';

/** What staff enter for a bill. What is left to pay of each fee is asked for, as a whole. */
export const BillInput = z.object({
  kind: z.enum(['proforma', 'invoice'], 'Choose a proforma or a tax invoice'),
  /** Empty texts mean the learner, for one enrolment. */
  payer: RecipientInput,
  /** Where the bill is mailed to; empty for nowhere. */
  email: PayerEmail,
  purchaseOrder: z._default(Reference, ''),
  /** Not before today. */
  dueOn: z.iso.date(dueRule),
});
export type BillInput = z.infer<typeof BillInput>;

/**
 * A bill to issue. One for several fees needs a name, which no profile has; with a GSTIN, `RecipientInput` requires it.
 */
export const NewBill = z.extend(BillInput, { requestId: Id, enrolments: many(ById) }).check(
  z.refine(({ enrolments, payer }) => enrolments.length < 2 || payer.name !== '', {
    error: 'Name is required',
    path: ['payer', 'name'],
  }),
);

export type NewBill = z.infer<typeof NewBill>;

/** A bill in the list of all. */
export const ListedBill = z.extend(FeeBill, {
  /** The first of its enrolments. */
  enrolmentId: Id,
});
export type ListedBill = z.infer<typeof ListedBill>;

export const BillsQuery = z.extend(ListQuery, {
  /** By default `open`: something is left to pay. */
  state: oneOf(['open', 'overdue', 'settled']),
  /** A bill of supply is an invoice. */
  kind: oneOf(['proforma', 'invoice']),
  sort: sortedBy(['oldest', 'newest']),
});
export type BillsQuery = z.infer<typeof BillsQuery>;

/** Bills of staff. `:id` is the bill's. */
export const bills = {
  /** A search finds payer, number or purchase order, a person on a bill, or the reference of a fee. */
  list: {
    method: 'GET',
    path: '/fees/bills',
    who: 'fees:read',
    query: BillsQuery,
    reply: data(z.array(ListedBill)),
    table: { name: 'unpaid-invoices' },
  },
  /**
   * Issues a bill for what is left to pay of some fees, and mails it to the payer as PDF. An invoice is a document of
   * the sales register; a payment afterwards settles it, and no second one is issued. A proforma has a series of its
   * own, and the payment gets the tax invoice. The payer becomes who is named on later documents of these fees. An
   * invoice takes the place of open proformas. Refused with 409 for a fee with nothing to pay, or for which a bill of
   * the same kind or an invoice is open; the same `requestId` again changes nothing.
   */
  issue: {
    method: 'POST',
    path: '/fees/bills',
    who: 'fees:record',
    body: NewBill,
    reply: saved(FeeBill),
  },
  /**
   * Mails the payer a reminder, with the PDF. Refused with 409 for an address that got one today, of this bill or
   * another, and where nothing is left to pay.
   */
  remind: {
    method: 'POST',
    path: '/fees/bills/:id/reminders',
    who: 'fees:record',
    params: ById,
    reply: saved(FeeBill),
  },
  /**
   * Takes back what is not paid of a bill: an invoice gets a credit note for each fee. The fees stay due. Idempotent;
   * refused with 409 for one that is paid.
   */
  cancel: {
    method: 'POST',
    path: '/fees/bills/:id/cancel',
    who: 'fees:record',
    params: ById,
    body: z.object({ reason: line('Reason', 500) }),
    reply: saved(FeeBill),
  },
} as const satisfies Calls;
