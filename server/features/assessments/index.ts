// What other features, and commands, may use of this one.

export { prepareAttempt } from './attempts/begin-attempt.ts';
export type { Drawn } from './attempts/draw-paper.ts';
export { gradeElsewhere } from './attempts/grade-elsewhere.ts';
export { selectionsToSave, wholePaper } from './attempts/grading.ts';
export { requireMaySit } from './attempts/open-paper.ts';
export {
  findTestToPreview,
  gradePreview,
  paperToPreview,
  type TestToPreview,
  writtenTest,
} from './attempts/preview-test.ts';
export { listPaper, listSubmittedAttempts, paperGraceDays, savedSelections } from './attempts/queries.ts';
export { requireSeen } from './attempts/seen-answers.ts';
export { passesUnderReview, resultsUnderReview } from './corrections/under-review-queries.ts';
export { kindNameOf, kindOf } from './kinds/kinds.ts';
export { attemptScore } from './pass-mark.ts';
export { picturesOf } from './picture-queries.ts';
export { pictureLinks } from './picture-wire.ts';
export { listPractice } from './practice/queries.ts';
export { findPublished, listAsked, listAssessments } from './queries.ts';
export { hasConditions, isOver, nextAttempt } from './rules.ts';
export { secondsLeft, toQuestions } from './wire.ts';
