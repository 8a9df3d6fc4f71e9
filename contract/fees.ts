import { z } from 'zod/mini';
import type { Call, Calls } from './call.ts';
import { enrolmentStatuses } from './enrolment-state.ts';
import { FeeProof, FeeStanding, Paise, WaitingProof } from './fee-shapes.ts';
import { feeDocumentKinds, feeEntryKinds, paymentMethods, remoteMethods } from './fee-state.ts';
import { isGstin } from './gst.ts';
import { rupeesPattern, toPaise } from './money.ts';
import {
  ById,
  bounded,
  CalendarDate,
  Days,
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
  tidy,
} from './shapes.ts';

/** An amount that somebody types in rupees, above zero; the server has it in paise. */
const Amount = z.pipe(
  bounded(14, { missing: 'Amount is required', tooLong: 'This amount is too long' }, z.trim()).check(
    z.minLength(1, 'Amount is required'),
    z.regex(rupeesPattern, 'Enter an amount in rupees, such as 1500 or 1500.50'),
    z.refine((typed) => !rupeesPattern.test(typed) || toPaise(typed) > 0, 'Enter an amount above zero'),
  ),
  z.transform((typed: string) => toPaise(typed)),
);

/** A text on one line that may be empty. */
const maybe = (label: string, max: number) =>
  bounded(max, { missing: `${label} is required`, tooLong: `${label} is too long` }, tidy, z.trim());

const gstinRule = 'Enter the 15 characters of the GSTIN, or nothing';
/** A GSTIN, or an empty text for somebody who has none. */
const Gstin = bounded(15, { missing: gstinRule, tooLong: gstinRule }, z.trim(), z.toUpperCase()).check(
  z.refine((value) => value === '' || isGstin(value), 'This is not a GSTIN. Please check its characters.'),
);

const ifscRule = 'The IFSC has 11 characters, such as SBIN0001234';
const rate = 'Enter a rate from 0 to 28 percent';
const upiRule = 'A UPI ID looks like academy@bank';

/** What the academy says about fees. Texts that do not apply are empty. */
const FeeSettingsFields = z.object({
  /** Whether fees are recorded at all. Off, nothing of them is shown to anybody. */
  isOn: z.boolean('Say true or false'),
  bank: z.object({
    accountName: maybe('Account name', 120),
    accountNumber: bounded(34, { missing: 'Enter a number or nothing' }, z.trim()).check(
      z.regex(/^[0-9A-Za-z -]*$/, 'An account number has digits and letters'),
    ),
    ifsc: bounded(11, { missing: ifscRule, tooLong: ifscRule }, z.trim(), z.toUpperCase()).check(
      z.regex(/^([A-Z]{4}0[A-Z0-9]{6})?$/, ifscRule),
    ),
    bankName: maybe('Bank', 120),
  }),
  /** The UPI ID (VPA) to which money is sent. */
  upiId: bounded(100, { missing: upiRule, tooLong: upiRule }, z.trim()).check(
    z.regex(/^([A-Za-z0-9._-]{2,64}@[A-Za-z][A-Za-z0-9.-]{1,34})?$/, upiRule),
  ),
  /** Where and when learners can pay at the academy; empty if they cannot. */
  desk: maybe('Text', 500),
  /** The name and address on invoices; an empty name means the academy's name. */
  legalName: maybe('Legal name', 200),
  address: maybe('Address', 500),
  /** Empty for an academy that is not registered for GST; it issues receipts without tax. Its first digits are the state. */
  gstin: Gstin,
  /** In percent, CGST and SGST together. 0 for exempt courses. */
  gstRate: z.number(rate).check(z.gte(0, rate), z.lte(28, rate), z.multipleOf(0.01, rate)),
  /** Whether the prices of courses include the tax. */
  pricesIncludeTax: z.boolean('Say true or false'),
  /** The service accounting code of the courses; 9992 is education. */
  sac: bounded(6, { missing: 'The SAC has 4 to 6 digits' }, z.trim()).check(
    z.regex(/^\d{4,6}$/, 'The SAC has 4 to 6 digits'),
  ),
});
export const FeeSettings = FeeSettingsFields.check(
  z.refine(({ gstin, address }) => gstin === '' || address !== '', {
    error: 'A tax invoice needs the address of the academy',
    path: ['address'],
  }),
  z.refine(({ bank }) => (bank.accountNumber === '') === (bank.ifsc === ''), {
    error: 'Enter both the account number and the IFSC, or neither',
    path: ['bank', 'ifsc'],
  }),
);
export type FeeSettings = z.infer<typeof FeeSettingsFields>;

/** A document that was issued; its PDF is at `feeDocument`. */
export const FeeDocument = z.object({
  _id: Id,
  kind: z.enum(feeDocumentKinds),
  number: z.string(),
  issuedOn: CalendarDate,
  totalPaise: Paise,
});
export type FeeDocument = z.infer<typeof FeeDocument>;

/** An entry of the ledger. Amounts are positive; what they do to the balance follows from the kind. */
export const FeeEntry = z.object({
  _id: Id,
  kind: z.enum(feeEntryKinds),
  amountPaise: Paise,
  /** For payments, refunds and their reversals; null for others. */
  method: z.nullable(z.enum(paymentMethods)),
  /** The reference of the transfer, or the number of the cheque; empty for none. */
  reference: z.string(),
  /** The day on which money changed hands, or of the decision. */
  on: CalendarDate,
  /** Why it was waived, refunded or reversed; empty for none. */
  reason: z.string(),
  recordedAt: Instant,
  /** Null for the program itself. */
  by: z.nullable(z.string()),
  /** The entry that this one refunds or reverses; null for others. */
  of: z.nullable(Id),
  /** Whether it was reversed by a later entry. */
  isReversed: z.boolean(),
  /** How much of a payment can still be refunded; 0 for other entries. */
  refundablePaise: Paise,
  document: z.nullable(FeeDocument),
});
export type FeeEntry = z.infer<typeof FeeEntry>;

/** An entry as its learner sees it. */
const OwnFeeEntry = z.omit(FeeEntry, { by: true, refundablePaise: true });
export type OwnFeeEntry = z.infer<typeof OwnFeeEntry>;

/** How the academy's bank account, UPI and desk are reached for this fee; null for ways that it does not offer. */
const WaysToPay = z.object({
  bank: z.nullable(
    z.object({ accountName: z.string(), accountNumber: z.string(), ifsc: z.string(), bankName: z.string() }),
  ),
  upi: z.nullable(
    z.object({
      upiId: z.string(),
      name: z.string(),
      /** The link that opens a UPI app on a phone, with the amount and the reference. */
      link: z.string(),
      /** The same as a QR code: the dark modules as an SVG path in a square of `side` units, quiet zone included. */
      qr: z.object({ side: z.number(), path: z.string() }),
    }),
  ),
  desk: z.nullable(z.string()),
});
export type WaysToPay = z.infer<typeof WaysToPay>;

/** Who is named on the invoice. Empty texts mean the learner with the address of their profile. */
export const RecipientInput = z
  .object({
    name: maybe('Name', 200),
    address: maybe('Address', 500),
    /** Of a company that pays; empty for a person. */
    gstin: Gstin,
  })
  .check(
    z.refine(({ gstin, name }) => gstin === '' || name !== '', { error: 'Name is required', path: ['name'] }),
    z.refine(({ gstin, address }) => gstin === '' || address !== '', {
      error: 'Address is required',
      path: ['address'],
    }),
  );
export type RecipientInput = z.infer<typeof RecipientInput>;

/** The fee of one of the learner's enrolments. */
export const OwnFee = z.extend(FeeStanding, {
  /** The enrolment's id. */
  _id: Id,
  courseId: Id,
  courseTitle: z.string(),
  /** What the learner writes into a transfer, so that staff find it. */
  reference: z.string(),
  /** Null where nothing is left to pay. */
  ways: z.nullable(WaysToPay),
  recipient: z.object({ name: z.string(), address: z.string(), gstin: z.string() }),
  /** The newest first. */
  proofs: z.array(FeeProof),
  /** The oldest first. */
  entries: z.array(OwnFeeEntry),
});
export type OwnFee = z.infer<typeof OwnFee>;

/** The fee of an enrolment in a list of staff. */
export const Fee = z.extend(FeeStanding, {
  /** The enrolment's id. */
  _id: Id,
  userId: z.object({ _id: Id, email: z.string() }),
  userName: z.string(),
  courseId: Id,
  courseTitle: z.string(),
  status: z.enum(enrolmentStatuses),
  reference: z.string(),
  chargedAt: Instant,
});
export type Fee = z.infer<typeof Fee>;

/** The fee of an enrolment with its ledger. */
export const FeeLedger = z.extend(Fee, {
  recipient: OwnFee.shape.recipient,
  /** The newest first. */
  proofs: z.array(WaitingProof),
  /** The oldest first. */
  entries: z.array(FeeEntry),
});
export type FeeLedger = z.infer<typeof FeeLedger>;

/** A payment, refund or reversal in the list of all: an entry of the ledger that moved money. */
export const FeePayment = z.extend(z.omit(FeeEntry, { isReversed: true, refundablePaise: true }), {
  /** What was received: negative for money that was paid back, and for a reversed payment. */
  receivedPaise: Paise,
  enrolmentId: Id,
  userId: z.object({ _id: Id, email: z.string() }),
  userName: z.string(),
  courseTitle: z.string(),
});
export type FeePayment = z.infer<typeof FeePayment>;

/** A document in the list of all, with its tax: what an accountant has to know of it. Credit notes have positive amounts. */
export const IssuedDocument = z.extend(FeeDocument, {
  enrolmentId: Id,
  courseTitle: z.string(),
  recipientName: z.string(),
  recipientGstin: z.string(),
  /** The code of a state (contract/gst.ts); empty on a receipt. */
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
  /** What the learner was asked to write into the transfer; `reference` is what they have entered. */
  feeReference: z.string(),
  /** What was left to pay when the list was read. */
  balancePaise: Paise,
});
export type ListedProof = z.infer<typeof ListedProof>;

/** What was received on a day by each method that was used, and in all. */
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

const PaidOn = z.iso
  .date('Enter the day of the payment')
  .check(z.refine((day) => day >= '2000-01-01', 'Enter a valid date'));
const Reference = bounded(
  60,
  { missing: 'Enter a reference or nothing', tooLong: 'This reference is too long' },
  tidy,
  z.trim(),
);
const method = z.enum(paymentMethods, 'Choose how it was paid');

const PaymentInput = z.object({
  amount: Amount,
  method,
  /** Of the transfer, or the number of the cheque. */
  reference: z._default(Reference, ''),
  /** Not after today. */
  on: PaidOn,
});

/** What staff saw on a proof, where they correct what the learner has entered. */
export const Confirmation = z.partial(z.extend(PaymentInput, { reference: Reference }));
export type Confirmation = z.infer<typeof Confirmation>;

export const FeesQuery = z.extend(z.extend(ListQuery, Days.shape), {
  /** `open`: due or checking. */
  state: oneOf(['open', 'settled']),
  sort: sortedBy(['oldest', 'newest']),
  course: z.optional(Id),
});
export type FeesQuery = z.infer<typeof FeesQuery>;

export const PaymentsQuery = z.extend(z.extend(ListQuery, Days.shape), {
  sort: sortedBy(['newest', 'oldest']),
  method: oneOf(paymentMethods),
  kind: oneOf(['paid', 'refunded', 'reversed']),
});
export type PaymentsQuery = z.infer<typeof PaymentsQuery>;

export const DocumentsQuery = z.extend(z.extend(ListQuery, Days.shape), {
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
 * The fees of enrolments. Where `:id` follows `/fees` or `/fees/own` it is the enrolment's id. Everything is refused
 * with 404 for an enrolment without a fee, and empty where the academy has fees switched off.
 */
export const fees = {
  /** The learner's fees, the newest first, without `ways`. */
  listOwn: {
    method: 'GET',
    path: '/fees/own',
    who: 'learner',
    reply: data(z.array(z.omit(OwnFee, { ways: true, proofs: true, entries: true, recipient: true }))),
  },
  getOwn: { method: 'GET', path: '/fees/own/:id', who: 'learner', params: ById, reply: data(OwnFee) },
  /** Sends a proof of payment: a picture or PDF. It replaces one that still waits. */
  sendProof: {
    method: 'POST',
    path: '/fees/own/:id/proof',
    who: 'learner',
    params: ById,
    body: z.object({
      amount: Amount,
      method: z.enum(remoteMethods, 'Choose how you paid'),
      reference: z._default(Reference, ''),
      on: PaidOn,
    }),
    files: { file: { kind: 'image-or-pdf', max: 1 } },
    status: 201,
    reply: saved(OwnFee),
  },
  saveOwnRecipient: {
    method: 'PUT',
    path: '/fees/own/:id/recipient',
    who: 'learner',
    params: ById,
    body: RecipientInput,
    reply: saved(OwnFee),
  },

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
  get: { method: 'GET', path: '/fees/:id', who: 'fees:read', params: ById, reply: data(FeeLedger) },
  /**
   * Records money that was received, and issues its document. Refused with 409 when it is more than what is left to pay;
   * for an enrolment that was declined, more than what was cancelled, which the payment charges again.
   * The same `requestId` again changes nothing, and has the same reply.
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
   * Undoes a payment or waiver that was recorded by mistake, such as a cheque that bounced; a payment gets a credit note,
   * and what it paid is due again. Not for a payment of which a part was refunded. Idempotent.
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

/**
 * A receipt, invoice or credit note as PDF, for the learner and for staff. The response is a file, not JSON, so it is not
 * one of the calls above.
 */
export const feeDocument = {
  method: 'GET',
  path: '/fees/documents/:id',
  who: ['learner', 'fees:read'],
  params: ById,
  reply: z.unknown(),
} as const satisfies Call;
