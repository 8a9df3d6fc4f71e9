import { useState } from 'react';
import { CheckboxField } from '../../../ui/forms/choice-fields.tsx';
import { TextArea } from '../../../ui/forms/text-fields.tsx';
import type { QuestionDraft } from '../staff-wire.ts';

type PracticeFieldsProps = {
  /** The prefix of its fields' names. */
  name: string;
  initial: QuestionDraft | undefined;
};

/**
 * Whether a question is for practice, and then what explains its answer. An explanation stays when the box is cleared.
 */
export function PracticeFields({ name, initial }: PracticeFieldsProps) {
  const [isOn, setOn] = useState(initial?.forPractice === true);
  return (
    <div className="flex flex-col gap-5">
      <CheckboxField
        name={`${name}.forPractice`}
        label={
          <>
            For practice
            <span className="block text-sm text-soft">
              Learners in training practise with it and see how it is answered. The test never asks it.
            </span>
          </>
        }
        defaultChecked={isOn}
        onChange={({ currentTarget }) => setOn(currentTarget.checked)}
      />
      <div hidden={!isOn}>
        <TextArea
          label="Explanation"
          name={`${name}.explanation`}
          hint="Why the answer is right. May be blank. Learners read it after they have answered"
          rows={3}
          maxLength={2000}
          defaultValue={initial?.explanation}
        />
      </div>
    </div>
  );
}
