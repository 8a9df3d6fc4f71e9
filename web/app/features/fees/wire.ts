import type { FeeDocument as WireDocument } from '@fairlead/contract/fees/fee-entries';
import type { FeeProof, FeeSummary } from '@fairlead/contract/fees/fee-shapes';
import type { OwnFee as WireFee } from '@fairlead/contract/fees/own-fees';
import { type FromWire, fromWire, idNames } from '@fairlead/contract/platform/names';

export const ownFeeOf = (fee: WireFee) => fromWire(idNames, fee);

/** The fee of one of the learner's enrolments; `id` is the enrolment's. */
export type OwnFee = ReturnType<typeof ownFeeOf>;

/** What a list says of it. */
export type ListedFee = Omit<OwnFee, 'ways' | 'proofs' | 'entries' | 'recipient'>;

export type Proof = FromWire<typeof idNames, FeeProof>;
export type FeeDocument = FromWire<typeof idNames, WireDocument>;
export type Summary = FeeSummary;
