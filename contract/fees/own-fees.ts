import { z } from 'zod/mini';
import { Amount, PaidOn, RecipientInput, Reference } from '../academy/fee-fields.ts';
import type { Calls } from '../platform/call.ts';
import { ById, data, Id, saved } from '../values/shapes.ts';
import { FeeBill } from './bills.ts';
import { BilledTo, CreditNote, FeeEntry, FeeRecipient } from './fee-entries.ts';
import { FeeProof, FeeSummary } from './fee-shapes.ts';
import { remoteMethods } from './fee-state.ts';

/** The most proofs of payment that a learner sends for a fee before staff check one. */
export const mostProofs = 10;

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

/** The fee of one of the learner's enrolments. */
export const OwnFee = z.extend(FeeSummary, {
  /** The enrolment's id. */
  _id: Id,
  courseId: Id,
  courseTitle: z.string(),
  /** The reference that the learner writes into a transfer, so that staff find it. */
  reference: z.string(),
  /** Null where nothing is left to pay. */
  ways: z.nullable(WaysToPay),
  recipient: FeeRecipient,
  billedTo: BilledTo,
  /** The newest first. */
  proofs: z.array(FeeProof),
  /** Those for this fee alone, the newest first. */
  bills: z.array(z.omit(FeeBill, { email: true })),
  /** The newest first, also those to an invoice for several people. */
  creditNotes: z.array(CreditNote),
  /** The oldest first. */
  entries: z.array(OwnFeeEntry),
});
export type OwnFee = z.infer<typeof OwnFee>;

/**
 * The fees of a learner. `:id` is the enrolment's; 404 for an enrolment without a fee, or of somebody else, and where
 * the academy has fees switched off.
 */
export const ownFees = {
  /**
   * The learner's fees, the newest first, without ways to pay and entries; none where the academy has fees switched
   * off.
   */
  list: {
    method: 'GET',
    path: '/fees/own',
    who: 'learner',
    reply: data(
      z.array(
        z.omit(OwnFee, {
          ways: true,
          proofs: true,
          bills: true,
          creditNotes: true,
          entries: true,
          recipient: true,
          billedTo: true,
        }),
      ),
    ),
  },
  get: { method: 'GET', path: '/fees/own/:id', who: 'learner', params: ById, reply: data(OwnFee) },
  /**
   * Sends a proof of payment: a picture or PDF. It replaces one that still waits. Refused with 409 when the learner has
   * sent `mostProofs` since staff last checked one.
   */
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
  saveRecipient: {
    method: 'PUT',
    path: '/fees/own/:id/recipient',
    who: 'learner',
    params: ById,
    body: RecipientInput,
    reply: saved(OwnFee),
  },
} as const satisfies Calls;
