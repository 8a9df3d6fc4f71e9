// What other features, and commands, may use of this one.

export { courseKeyOf } from './course-key.ts';
export { issuePass } from './issue-pass.ts';
export { findPass, headOf, listRecordProofs } from './queries.ts';
export { syncRecord } from './sync-record.ts';
