import type { KindName } from '@fairlead/contract/question-kinds';
import type { StaffQuestionView } from './staff-question-view.ts';
import { staffSingleChoice } from './staff-single-choice.tsx';

const each: { readonly [K in KindName]: StaffQuestionView<K> } = { 'single-choice': staffSingleChoice };
// Each is asked about questions of its own kind alone.
const views = each as Readonly<Record<KindName, StaffQuestionView>>;

/** How staff write and read a question; one that names no kind, or none that there is, is a single choice. */
export const staffViewOf = ({ kind = '' }: { kind?: string | undefined }): StaffQuestionView =>
  views[kind as KindName] ?? staffSingleChoice;
