import type { KindName } from '@fairlead/contract/question-kinds';
import type { QuestionView } from './question-view.ts';
import { singleChoice } from './single-choice.tsx';

const views: { readonly [K in KindName]: QuestionView<K> } = { 'single-choice': singleChoice };

/** How a question is answered and reviewed; one that names no kind is a single choice. */
export const viewOf = ({ kind = 'single-choice' }: { kind?: KindName | undefined }): QuestionView => views[kind];
