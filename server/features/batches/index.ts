// What other features, and commands, may use of this one.

export { requireBatch } from './policy.ts';
export { type BatchRow, getBatch, listBatchesOf, ownBatchOf } from './queries.ts';
export { classDays, daysInWords, halvesOf } from './rules.ts';
export { judgeAttendanceJob } from './save-batch.ts';
export {
  fillSeats,
  justChanged,
  leaveSeats,
  lockBatch,
  lockBatches,
  lockEnrolment,
  lockEnrolments,
  lockFreeSeats,
  movePlaces,
  takePlace,
} from './seats.ts';
export { toBatch } from './wire.ts';
