import { staffOneOption } from './staff-one-option.tsx';
import type { StaffQuestionView } from './staff-question-view.ts';

/** Four options, one of which is right. */
export const staffSingleChoice: StaffQuestionView<'single-choice'> = staffOneOption({}, 4);
