import { oneOption } from './one-option.ts';
import type { QuestionKind } from './question-kind.ts';

/** One of two to ten options is right. */
export const choice: QuestionKind<'choice'> = oneOption(
  { kind: 'choice' } as const,
  'The correct answer must be one of the options',
);
