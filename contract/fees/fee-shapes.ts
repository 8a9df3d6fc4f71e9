import { z } from 'zod/mini';
import { CalendarDate, FileLink, Id, Instant } from '../values/shapes.ts';
import { feeStates, proofStates, remoteMethods } from './fee-state.ts';

/**
 * The part of an enrolment about its fee. It is apart from the calls of the fees, since public pages load the calls of
 * enrolments for a learner who is signed in.
 */

/** An amount in paise: a whole number. */
export const Paise = z.int();

/** The amounts of an enrolment's fee. `balance` is what is left to pay: charged less waived less received. */
const FeeAmounts = {
  chargedPaise: Paise,
  waivedPaise: Paise,
  /** The sum of the payments, less the refunds. */
  receivedPaise: Paise,
  balancePaise: Paise,
};

/** Where the fee of an enrolment stands. */
export const FeeSummary = z.object({ ...FeeAmounts, state: z.enum(feeStates) });
export type FeeSummary = z.infer<typeof FeeSummary>;

/** A proof of payment that a learner has sent. */
export const FeeProof = z.object({
  _id: Id,
  file: FileLink,
  scan: z.enum(['clean', 'not-scanned', 'infected']),
  amountPaise: Paise,
  method: z.enum(remoteMethods),
  /** The reference of the transfer (UTR); empty if the learner gave none. */
  reference: z.string(),
  paidOn: CalendarDate,
  sentAt: Instant,
  state: z.enum(proofStates),
  /** Why it was declined; null unless it was. */
  reason: z.nullable(z.string()),
});
export type FeeProof = z.infer<typeof FeeProof>;

/** A proof as staff check it. `isReferenceUsed`: the same reference stands in another payment or proof. */
export const WaitingProof = z.extend(FeeProof, { isReferenceUsed: z.boolean() });
export type WaitingProof = z.infer<typeof WaitingProof>;
