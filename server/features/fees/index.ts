// What other features, and commands, may use of this one.

export { cancelFees, chargeFee, chargeNewFees, chargeOf, hasUsedFee, removeFee, restoreFee } from './charge-fee.ts';
export { confirmProof } from './decide-proof.ts';
export { payWithin } from './pay-within.ts';
export { presentRequestFees, presentSummaries } from './present-fees.ts';
export { isChargeable, listChargeable, summaryOf } from './queries.ts';
export { toFeeSummary } from './wire.ts';
