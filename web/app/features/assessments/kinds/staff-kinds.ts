import type { KindName } from '@fairlead/contract/assessments/question-kinds';
import { staffChoice, staffSeveralChoices, staffTrueFalse } from './staff-choice.tsx';
import { staffMatching } from './staff-matching.tsx';
import { staffOrdering } from './staff-ordering.tsx';
import type { StaffQuestionView } from './staff-question-view.ts';
import { staffSingleChoice } from './staff-single-choice.tsx';
import { staffNumber, staffShortAnswer } from './staff-typed.tsx';

const each: { readonly [K in KindName]: StaffQuestionView<K> } = {
  'single-choice': staffSingleChoice,
  choice: staffChoice,
  'true-false': staffTrueFalse,
  'several-choices': staffSeveralChoices,
  number: staffNumber,
  'short-answer': staffShortAnswer,
  matching: staffMatching,
  ordering: staffOrdering,
};
// Each is asked about questions of its own kind alone.
const views = each as unknown as Readonly<Record<KindName, StaffQuestionView>>;

/** How staff write and read a question; one that names no kind, or none that there is, is a single choice. */
export const staffViewOf = ({ kind = '' }: { kind?: string | undefined }): StaffQuestionView =>
  views[kind as KindName] ?? staffSingleChoice;

/** The kinds as staff choose one. */
export const kindChoices: readonly { value: KindName; label: string }[] = [
  { value: 'single-choice', label: 'Four options, one correct' },
  { value: 'choice', label: '2 to 10 options, one correct' },
  { value: 'several-choices', label: '2 to 10 options, several correct' },
  { value: 'true-false', label: 'True or false' },
  { value: 'number', label: 'A number' },
  { value: 'short-answer', label: 'A short answer' },
  { value: 'matching', label: 'Pairs to match' },
  { value: 'ordering', label: 'Steps to put in order' },
];
