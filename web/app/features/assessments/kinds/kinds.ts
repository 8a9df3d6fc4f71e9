import type { KindName } from '@fairlead/contract/assessments/question-kinds';
import { choice, trueFalse } from './choice.tsx';
import { matching } from './matching.tsx';
import { number } from './number.tsx';
import { ordering } from './ordering.tsx';
import type { QuestionView } from './question-view.ts';
import { severalChoices } from './several-choices.tsx';
import { shortAnswer } from './short-answer.tsx';
import { singleChoice } from './single-choice.tsx';

const each: { readonly [K in KindName]: QuestionView<K> } = {
  'single-choice': singleChoice,
  choice,
  'true-false': trueFalse,
  'several-choices': severalChoices,
  number,
  'short-answer': shortAnswer,
  matching,
  ordering,
};
// Each is asked about questions of its own kind alone.
const views = each as unknown as Readonly<Record<KindName, QuestionView>>;

/** How a question is answered and reviewed; one that names no kind is a single choice. */
export const viewOf = ({ kind = 'single-choice' }: { kind?: KindName | undefined }): QuestionView => views[kind];
