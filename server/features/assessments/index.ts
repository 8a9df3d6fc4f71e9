// What other features, and commands, may use of this one.

export type { Drawn } from './attempts/draw-paper.ts';
export {
  findTestToPreview,
  gradePreview,
  paperToPreview,
  type TestToPreview,
  writtenTest,
} from './attempts/preview-test.ts';
export { listPaper, listSubmittedAttempts, savedSelections } from './attempts/queries.ts';
export { passesUnderReview, resultsUnderReview } from './corrections/under-review-queries.ts';
export { kindOf } from './kinds/kinds.ts';
export { attemptScore } from './pass-mark.ts';
export { picturesOf } from './picture-queries.ts';
export { pictureLinks } from './picture-wire.ts';
export { listPractice } from './practice/queries.ts';
export { listAssessments } from './queries.ts';
export { hasConditions, isOver, nextAttempt } from './rules.ts';
