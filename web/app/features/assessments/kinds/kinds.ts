import type { KindName } from '@fairlead/contract/question-kinds';
import type { QuestionView } from './question-view.ts';
import { singleChoice } from './single-choice.tsx';

const each: { readonly [K in KindName]: QuestionView<K> } = { 'single-choice': singleChoice };
// Each is asked about questions of its own kind alone.
const views = each as Readonly<Record<KindName, QuestionView>>;

/** How a question is answered and reviewed; one that names no kind is a single choice. */
export const viewOf = ({ kind = 'single-choice' }: { kind?: KindName | undefined }): QuestionView => views[kind];
