import { isAsked } from '@fairlead/contract/assessments/question-kinds';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { staffViewOf } from '../kinds/staff-kinds.ts';
import { PaperQuestions } from '../paper-questions.tsx';
import type { TestDraft } from '../staff-wire.ts';

/** A preview of the paper as learners see it, from the current draft; nothing is sent. */
export function TestPreview({ draftNow }: { draftNow: () => TestDraft }) {
  const [draft, setDraft] = useState<TestDraft>();
  const questions = (draft?.questions ?? []).filter(isAsked).map((question, i) => ({
    ...staffViewOf(question).toAsked(question),
    id: `preview.${i}`,
    text: question.text,
    picture: question.picture,
  }));
  return (
    <>
      <Button tone="plain" size="large" aria-haspopup="dialog" onClick={() => setDraft(draftNow())}>
        Preview
      </Button>
      <Dialog open={draft !== undefined} onClose={() => setDraft(undefined)} title="As learners see it">
        <PaperQuestions questions={questions} answers={{}} />
      </Dialog>
    </>
  );
}
