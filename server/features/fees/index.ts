// What other features, and commands, may use of this one.

export { cancelFees, chargeFee, chargeNewFees, hasUsedFee, removeFee, restoreFee } from './charge-fee.ts';
export { confirmProof } from './decide-proof.ts';
export { presentRequestFees, presentStandings } from './present-fees.ts';
export { isChargeable, listChargeable, standingOf } from './queries.ts';
export { toFeeStanding } from './wire.ts';
