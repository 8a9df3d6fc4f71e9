import { z } from 'zod/mini';
import { sezSupplies } from '../academy/gst.ts';
import type { Call } from '../platform/call.ts';
import { ById, CalendarDate, Id, Instant } from '../values/shapes.ts';
import { billKinds } from './bill-state.ts';
import { Paise } from './fee-shapes.ts';
import { feeDocumentKinds, feeEntryKinds, paymentMethods } from './fee-state.ts';

/** A document that was issued; its PDF is at `feeDocument`. */
export const FeeDocument = z.object({
  _id: Id,
  kind: z.enum(feeDocumentKinds),
  number: z.string(),
  issuedOn: CalendarDate,
  totalPaise: Paise,
});
export type FeeDocument = z.infer<typeof FeeDocument>;

/** A credit note to the part of an invoice that was not paid: no entry of the ledger has it. */
export const CreditNote = z.extend(FeeDocument, {
  /** The number of the invoice. */
  corrects: z.string(),
});
export type CreditNote = z.infer<typeof CreditNote>;

/** Who is named on the invoice, as `RecipientInput` has it. */
export const FeeRecipient = z.object({
  name: z.string(),
  address: z.string(),
  gstin: z.string(),
  state: z.string(),
  sez: z.enum(sezSupplies),
});

/**
 * The open bill that asks somebody else than the learner for a fee; null for none. For a proforma, the invoice of the
 * next payment names them as well, and not the recipient of the fee.
 */
export const BilledTo = z.nullable(z.object({ kind: z.enum(billKinds), number: z.string(), payerName: z.string() }));

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
  /** The bill that a payment settles; null for others. One that settles an invoice has no document of its own. */
  settles: z.nullable(z.object({ _id: Id, number: z.string() })),
});
export type FeeEntry = z.infer<typeof FeeEntry>;

/**
 * A receipt, invoice, credit note or bill as PDF, for the learner and for staff; one for several people for staff
 * alone. The response is a file, not JSON, so it is not one of the calls.
 */
export const feeDocument = {
  method: 'GET',
  path: '/fees/documents/:id',
  who: ['learner', 'fees:read'],
  params: ById,
  reply: z.unknown(),
} as const satisfies Call;
