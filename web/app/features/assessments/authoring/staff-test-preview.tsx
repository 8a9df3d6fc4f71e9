import { isAsked } from '@fairlead/contract/assessments/question-kinds';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { staffViewOf } from '../kinds/staff-kinds.ts';
import { PaperQuestions } from '../paper-questions.tsx';
import type { TestDraft } from '../staff-wire.ts';

/** A preview of the paper as learners see it, from the current draft; nothing is sent. */
export const TestPreview = ({ draftNow }: { draftNow: () => TestDraft }) => (
  <DialogButton label="Preview" size="large" title="As learners see it">
    {() => <PaperQuestions questions={askedIn(draftNow())} answers={{}} />}
  </DialogButton>
);

const askedIn = ({ questions }: TestDraft) =>
  questions.filter(isAsked).map((question, i) => ({
    ...staffViewOf(question).toAsked(question),
    id: `preview.${i}`,
    text: question.text,
    picture: question.picture,
  }));
