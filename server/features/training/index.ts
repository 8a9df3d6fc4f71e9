// What other features, and commands, may use of this one.

export { listAttendees, listMarks } from './attendance/queries.ts';
export { judge } from './attendance/rules.ts';
export { toSheet } from './attendance/wire.ts';
export { lastSerial, lockItem } from './film-queries.ts';
export { countOlderVersions, storeCounted } from './films/count-older-versions.ts';
export { requireFilm } from './policy.ts';
export { drawChecks, noteAsked } from './presence-queries.ts';
export { presentTrainingOf } from './present-training.ts';
export {
  findFilms,
  findTrainingCompletion,
  findTrainingOfCourse,
  holdTrainingCompletion,
  listFilms,
  listFilmsWatched,
  listOlderVersions,
  listWatchedAboard,
} from './queries.ts';
export { locksOf, requireFewPieces } from './rules.ts';
export { clip, type Stretch, secondsIn, subtract, union } from './stretches.ts';
export { getWatchRecord, noSuchEnrolment } from './watch-record.ts';
export { listWrong, storeAnswer } from './watching/answer-check.ts';
export {
  type Credited,
  type CreditState,
  creditStateAfter,
  creditWatch,
  lockCreditState,
  storeCredits,
} from './watching/credit-watching.ts';
export { openFilms } from './watching/open-training.ts';
export { submitTraining } from './watching/submit-training.ts';
