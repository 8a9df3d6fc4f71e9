// What other features, and commands, may use of this one.

export { courseKeyOf } from './course-key.ts';
export { listRecordProofs } from './queries.ts';
