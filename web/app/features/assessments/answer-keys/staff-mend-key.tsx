import { FormAction } from '../../../ui/dialogs/form-action.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextArea } from '../../../ui/forms/text-fields.tsx';
import { mendKey, readResultsAnew } from '../results/staff-attempt-api.ts';

type Keyed = { id: string; text: string; options: readonly string[]; correctAnswer: string };

/** Corrects the answer key of a question that learners have already answered; it shows the consequences first. */
export function MendKey({ question: { id, text, options, correctAnswer } }: { question: Keyed }) {
  return (
    <FormAction
      label="Mend the key"
      size="small"
      title="Grade again?"
      text={
        <>
          <p className="font-semibold">{text}</p>
          <p>
            Every submitted test with this question is graded again, and whoever’s score changes gets a mail. Who
            reaches the pass mark by it gets the certificate. Who falls below it keeps theirs, and is listed under
            Passes in Doubt until somebody decides.
          </p>
        </>
      }
      check={(form): Record<string, string> => ({
        ...(!form.get('correctAnswer') && { correctAnswer: 'Correct answer is required' }),
        ...(!form.get('reason') && { reason: 'Reason is required' }),
      })}
      confirm="Yes, Grade again"
      act={(form) => mendKey(id, String(form.get('correctAnswer')), String(form.get('reason')))}
      after={readResultsAnew}
      failure="Failed to mend the correct answer."
    >
      <SelectField
        label="Correct answer"
        name="correctAnswer"
        hint={`Now: ${correctAnswer}`}
        options={options.filter((option) => option !== correctAnswer)}
        required
      />
      <TextArea label="Reason" name="reason" rows={2} maxLength={500} required />
    </FormAction>
  );
}
