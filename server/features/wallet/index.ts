// What other features, and commands, may use of this one.

export { endOf } from './calendar.ts';
export { type EndingFacts, endsUntil } from './ends-until.ts';
export { type HeldRow, listHeld } from './held-documents.ts';
export { kindsByCode } from './kinds/queries.ts';
export { walletData } from './personal-tables.ts';
export { presentingEndsOf } from './present-documents.ts';
export { findRenewals } from './renewals.ts';
export { titleOf, toEnd } from './wire.ts';
