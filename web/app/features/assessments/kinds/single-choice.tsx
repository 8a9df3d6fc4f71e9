import { oneOption } from './one-option.tsx';
import type { QuestionView } from './question-view.ts';

/** One of four options is right. */
export const singleChoice: QuestionView<'single-choice'> = oneOption({});
