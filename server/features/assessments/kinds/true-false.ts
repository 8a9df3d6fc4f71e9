import { trueOrFalse } from '@fairlead/contract/assessments/question-kinds';
import { oneOption } from './one-option.ts';
import type { QuestionKind } from './question-kind.ts';

/** A statement is true, or it is false. */
export const trueFalse: QuestionKind<'true-false'> = {
  ...oneOption({ kind: 'true-false' } as const, 'The correct answer is True or False'),
  optionsOf: () => trueOrFalse,
};
