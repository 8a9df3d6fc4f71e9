import type { FeeDocument as WireDocument } from '@fairlead/contract/fees/fee-entries';
import type { FeeProof, FeeSummary } from '@fairlead/contract/fees/fee-shapes';
import type { OwnFee as WireFee } from '@fairlead/contract/fees/own-fees';
import { type FromWire, fromWire, idNames } from '@fairlead/contract/platform/names';

export const ownFeeOf = (fee: WireFee) => fromWire(idNames, fee);

/** The fee of one of the learner's enrolments; `id` is the enrolment's. */
export type OwnFee = ReturnType<typeof ownFeeOf>;

/** What a list says of it. */
export type ListedFee = Omit<
  OwnFee,
  'ways' | 'proofs' | 'bills' | 'creditNotes' | 'entries' | 'recipient' | 'billedTo'
>;

export type Proof = FromWire<typeof idNames, FeeProof>;
/** A proforma or tax invoice that asks for a fee before it is paid. */
export type Bill = OwnFee['bills'][number];
export type FeeDocument = FromWire<typeof idNames, WireDocument>;
export type Summary = FeeSummary;
