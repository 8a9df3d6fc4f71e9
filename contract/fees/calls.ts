import { z } from 'zod/mini';
import { Amount, PaidOn, RecipientInput, Reference } from '../academy/fee-fields.ts';
import type { Calls } from '../platform/call.ts';
import { Decisions, many } from '../platform/decisions.ts';
import { enrolmentStatuses } from '../values/enrolment-state.ts';
import {
  ById,
  CalendarDate,
  DatedListQuery,
  data,
  Id,
  Instant,
  ListQuery,
  line,
  Message,
  oneOf,
  saved,
  sortedBy,
  text,
} from '../values/shapes.ts';
import { FeeBill } from './bills.ts';
import { BilledTo, CreditNote, FeeDocument, FeeEntry, FeeRecipient } from './fee-entries.ts';
import { FeeSummary, Paise, WaitingProof } from './fee-shapes.ts';
import { feeDocumentKinds, paymentMethods } from './fee-state.ts';

/** The fee of an enrolment in a list of staff. */
export const Fee = z.extend(FeeSummary, {
  /** The enrolment's id. */
  _id: Id,
  userId: z.object({ _id: Id, email: z.string() }),
  userName: z.string(),
  courseId: Id,
  courseTitle: z.string(),
  status: z.enum(enrolmentStatuses),
  reference: z.string(),
  chargedAt: Instant,
  recipient: FeeRecipient,
});
export type Fee = z.infer<typeof Fee>;

/** The fee of an enrolment with its ledger. */
export const FeeLedger = z.extend(Fee, {
  billedTo: BilledTo,
  /**
   * Why the place of supply is not known, in a sentence: until staff choose the state of the recipient, no payment is
   * recorded, since its invoice would need it. Empty where it is known, and where no invoice is issued.
   */
  placeDoubt: z.string(),
  /** The newest first. */
  proofs: z.array(WaitingProof),
  /** The newest first, also those for several people. */
  bills: z.array(FeeBill),
  /** The newest first. */
  creditNotes: z.array(CreditNote),
  /** The oldest first. */
  entries: z.array(FeeEntry),
});
export type FeeLedger = z.infer<typeof FeeLedger>;

/** A payment, refund or reversal in the list of all: an entry of the ledger that moved money. */
export const FeePayment = z.extend(z.omit(FeeEntry, { isReversed: true, refundablePaise: true }), {
  /** The amount received: negative for a refund, and for a payment that was reversed. */
  receivedPaise: Paise,
  enrolmentId: Id,
  userId: z.object({ _id: Id, email: z.string() }),
  userName: z.string(),
  courseTitle: z.string(),
});
export type FeePayment = z.infer<typeof FeePayment>;

/**
 * A document in the list of all, with its tax: what an accountant has to know of it. Credit notes have positive
 * amounts.
 */
export const IssuedDocument = z.extend(FeeDocument, {
  /** The first, of an invoice for several. */
  enrolmentId: Id,
  courseTitle: z.string(),
  recipientName: z.string(),
  recipientGstin: z.string(),
  /** The code of a state (contract/academy/gst.ts); empty on a receipt. */
  placeOfSupply: z.string(),
  sac: z.string(),
  /** In percent. */
  gstRate: z.number(),
  taxablePaise: Paise,
  cgstPaise: Paise,
  sgstPaise: Paise,
  igstPaise: Paise,
  /** The number of the document that a credit note corrects; null for others. */
  corrects: z.nullable(z.string()),
});
export type IssuedDocument = z.infer<typeof IssuedDocument>;

/** A proof in the list of those that wait. */
export const ListedProof = z.extend(WaitingProof, {
  enrolmentId: Id,
  userId: z.object({ _id: Id, email: z.string() }),
  userName: z.string(),
  courseTitle: z.string(),
  enrolmentStatus: z.enum(enrolmentStatuses),
  /** The reference that the learner was asked to write into the transfer; `reference` is the one that they entered. */
  feeReference: z.string(),
  /** The amount left to pay when the list was read. */
  balancePaise: Paise,
});
export type ListedProof = z.infer<typeof ListedProof>;

/** The payments of a day, by method and in all. */
export const Takings = z.object({
  day: CalendarDate,
  methods: z.array(
    z.object({
      method: z.enum(paymentMethods),
      /** The number of payments, and of refunds and reversals. */
      payments: z.number(),
      returns: z.number(),
      paidPaise: Paise,
      /** Positive: what was paid back or reversed. */
      returnedPaise: Paise,
    }),
  ),
  totalPaise: Paise,
});
export type Takings = z.infer<typeof Takings>;

/** An id that the client makes for each attempt of a person, so that a repeated call records nothing twice. */
const RequestId = Id;

const method = z.enum(paymentMethods, 'Choose how it was paid');

/** Money that was received. */
export const PaymentInput = z.object({
  amount: Amount,
  method,
  /** Of the transfer, or the number of the cheque. */
  reference: z._default(Reference, ''),
  /** Not after today. */
  on: PaidOn,
});

/** The data of a payment as staff read them on a proof, where the learner entered them wrongly. */
export const Confirmation = z.partial(z.extend(PaymentInput, { reference: Reference }));
export type Confirmation = z.infer<typeof Confirmation>;

export const FeesQuery = z.extend(DatedListQuery, {
  /** `open`: due or checking. */
  state: oneOf(['open', 'settled']),
  sort: sortedBy(['oldest', 'newest']),
  course: z.optional(Id),
});
export type FeesQuery = z.infer<typeof FeesQuery>;

export const PaymentsQuery = z.extend(DatedListQuery, {
  sort: sortedBy(['newest', 'oldest']),
  method: oneOf(paymentMethods),
  kind: oneOf(['paid', 'refunded', 'reversed']),
});
export type PaymentsQuery = z.infer<typeof PaymentsQuery>;

export const DocumentsQuery = z.extend(DatedListQuery, {
  sort: sortedBy(['newest', 'oldest']),
  kind: oneOf(feeDocumentKinds),
});
export type DocumentsQuery = z.infer<typeof DocumentsQuery>;

export const ProofsQuery = z.extend(ListQuery, {
  state: oneOf(['waiting', 'confirmed', 'declined']),
  sort: sortedBy(['oldest', 'newest']),
});
export type ProofsQuery = z.infer<typeof ProofsQuery>;

/**
 * The fees of all enrolments, for staff. Where `:id` follows `/fees` it is the enrolment's id; 404 for an enrolment
 * without a fee. All but `charge` work where fees are switched off, too: the law has the academy keep its books, and
 * money may arrive late.
 */
export const fees = {
  /** By default those with something to pay, the oldest first; by the day on which they were charged. */
  list: {
    method: 'GET',
    path: '/fees',
    who: 'fees:read',
    query: FeesQuery,
    reply: data(z.array(Fee)),
    table: { name: 'fees' },
  },
  /** By the day on which money changed hands; a search finds person, reference, or number of the document. */
  listPayments: {
    method: 'GET',
    path: '/fees/payments',
    who: 'fees:read',
    query: PaymentsQuery,
    reply: data(z.array(FeePayment)),
    table: { name: 'payments' },
  },
  /** Receipts, invoices and credit notes, by the day of issue: the sales register. */
  listDocuments: {
    method: 'GET',
    path: '/fees/documents',
    who: 'fees:read',
    query: DocumentsQuery,
    reply: data(z.array(IssuedDocument)),
    table: { name: 'invoices' },
  },
  listProofs: {
    method: 'GET',
    path: '/fees/proofs',
    who: 'fees:read',
    query: ProofsQuery,
    reply: data(z.array(ListedProof)),
    table: { name: 'payment-proofs' },
  },
  /** By default today's. */
  getTakings: {
    method: 'GET',
    path: '/fees/takings',
    who: 'fees:read',
    query: z.object({ day: z.optional(CalendarDate) }),
    reply: data(Takings),
  },
  /**
   * Charges enrolments that have no fee, such as those from before fees were switched on, the price of their course
   * today, and emails the learners. The ids are those of enrolments. One that is charged already, declined, renewed or
   * of an erased person is refused, and all are where fees are switched off.
   */
  charge: {
    method: 'POST',
    path: '/fees/charges',
    who: 'fees:record',
    body: z.object({ enrolments: many(ById) }),
    reply: data(Decisions),
  },
  get: { method: 'GET', path: '/fees/:id', who: 'fees:read', params: ById, reply: data(FeeLedger) },
  /**
   * Records money that was received, and issues its document. Refused with 409 when it is more than what is left to
   * pay; for an enrolment that was declined, more than what was cancelled, which the payment charges again.
   * The same `requestId` again changes nothing, and has the same reply. Refused with 409 `not-yet` while the place of
   * supply is not known.
   */
  recordPayment: {
    method: 'POST',
    path: '/fees/:id/payments',
    who: 'fees:record',
    params: ById,
    body: z.extend(PaymentInput, { requestId: RequestId }),
    reply: saved(FeeLedger),
  },
  /** Waives a part of what is left to pay. */
  waive: {
    method: 'POST',
    path: '/fees/:id/waivers',
    who: 'fees:record',
    params: ById,
    body: z.object({ requestId: RequestId, amount: Amount, reason: text('Reason', 500) }),
    reply: saved(FeeLedger),
  },
  /** Pays a payment back, or a part of it, and issues a credit note; the fee is lowered by the same amount. */
  refund: {
    method: 'POST',
    path: '/fees/entries/:id/refunds',
    who: 'fees:record',
    params: ById,
    body: z.extend(PaymentInput, { requestId: RequestId, reason: text('Reason', 500) }),
    reply: saved(FeeLedger),
  },
  /**
   * Undoes a payment or waiver that was recorded by mistake, such as a cheque that bounced; a payment gets a credit
   * note, and what it paid is due again. Not for a payment of which a part was refunded. Idempotent.
   */
  reverse: {
    method: 'POST',
    path: '/fees/entries/:id/reversal',
    who: 'fees:record',
    params: ById,
    body: z.object({ reason: text('Reason', 500) }),
    reply: saved(FeeLedger),
  },
  saveRecipient: {
    method: 'PUT',
    path: '/fees/:id/recipient',
    who: 'fees:record',
    params: ById,
    body: RecipientInput,
    reply: saved(FeeLedger),
  },
  /** Records the payment of a proof; what is not given is as the learner has entered it. `id` is the proof's. */
  confirmProof: {
    method: 'POST',
    path: '/fees/proofs/:id/confirm',
    who: 'fees:record',
    params: ById,
    body: Confirmation,
    reply: saved(FeeLedger),
  },
  /** The reason is emailed to the learner. */
  declineProof: {
    method: 'POST',
    path: '/fees/proofs/:id/decline',
    who: 'fees:record',
    params: ById,
    body: z.object({ reason: line('Reason', 500) }),
    reply: Message,
  },
} as const satisfies Calls;
