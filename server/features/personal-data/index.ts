// What other features, and commands, may use of this one.

export { retentionJob } from './carry-out-retention.ts';
export { findErasureDay } from './disuse-queries.ts';
