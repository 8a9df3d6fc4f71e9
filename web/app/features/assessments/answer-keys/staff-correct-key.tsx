import { FormAction } from '../../../ui/dialogs/form-action.tsx';
import { TextArea } from '../../../ui/forms/text-fields.tsx';
import { staffViewOf } from '../kinds/staff-kinds.ts';
import type { KeyedQuestion } from '../kinds/staff-question-view.ts';
import { correctAnswerKey, refetchResults } from '../results/staff-attempt-api.ts';

type Keyed = KeyedQuestion & { id: string; text: string };

/**
 * Corrects the answer key of a question that learners have already answered; it shows the consequences first.
 *
 * @param describedBy the id of the element with the question, where several stand on a page.
 */
export function CorrectKey({ question, describedBy }: { question: Keyed; describedBy?: string }) {
  const { CorrectionField, correctionErrors, correctionIn } = staffViewOf(question);
  return (
    <FormAction
      label="Correct the answer key"
      size="small"
      {...(describedBy && { describedBy })}
      title="Grade again?"
      text={
        <>
          <p className="font-semibold">{question.text}</p>
          <p>
            Every submitted test with this question is graded again, and everybody whose score changes gets an email.
            Anyone who now passes gets the certificate. Anyone who falls below the pass mark keeps the certificate, and
            is listed under Results to Review until staff decide.
          </p>
        </>
      }
      check={(form): Record<string, string> => ({
        ...correctionErrors(form),
        ...(!form.get('reason') && { reason: 'Reason is required' }),
      })}
      confirm="Yes, Grade again"
      act={(form) => correctAnswerKey(question.id, correctionIn(form), String(form.get('reason')))}
      after={refetchResults}
      failure="Failed to correct the answer key."
    >
      <CorrectionField question={question} />
      <TextArea label="Reason" name="reason" rows={2} maxLength={500} required />
    </FormAction>
  );
}
