import { oneOption } from './one-option.ts';
import type { QuestionKind } from './question-kind.ts';

/** One of four options is right. */
export const singleChoice: QuestionKind<'single-choice'> = oneOption(
  {},
  'The correct answer must be one of the four options',
);
