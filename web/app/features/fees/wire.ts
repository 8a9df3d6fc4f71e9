import type { FeeProof, FeeStanding } from '@fairlead/contract/fee-shapes';
import type * as wire from '@fairlead/contract/fees';
import { type FromWire, fromWire, idNames } from '@fairlead/contract/names';

export const ownFeeOf = (fee: wire.OwnFee) => fromWire(idNames, fee);

/** The fee of one of the learner's enrolments; `id` is the enrolment's. */
export type OwnFee = ReturnType<typeof ownFeeOf>;

/** What a list says of it. */
export type ListedFee = Omit<OwnFee, 'ways' | 'proofs' | 'entries' | 'recipient'>;

export type Proof = FromWire<typeof idNames, FeeProof>;
export type FeeDocument = FromWire<typeof idNames, wire.FeeDocument>;
export type Standing = FeeStanding;
