import { oneOption } from './one-option.tsx';
import type { QuestionView } from './question-view.ts';

/** One of two to ten options is right. */
export const choice: QuestionView<'choice'> = oneOption({ kind: 'choice' } as const);

/** A statement is true, or it is false. */
export const trueFalse: QuestionView<'true-false'> = oneOption({ kind: 'true-false' } as const);
