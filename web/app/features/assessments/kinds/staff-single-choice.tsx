import { type InputEvent, type ReactNode, useId, useState } from 'react';
import type { FieldErrors } from '../../../lib/calls/field-errors.ts';
import { cx } from '../../../ui/cx.ts';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import type { KeyedQuestion, StaffQuestionView } from './staff-question-view.ts';

/** The number of options of a question, as specified. */
const optionCount = 4;

export const staffSingleChoice: StaffQuestionView<'single-choice'> = {
  Fields: SingleChoiceFields,
  questionIn: (field) => ({
    options: Array.from({ length: optionCount }, (_, i) => field(`options.${i}`)),
    correctAnswer: field('correctAnswer'),
  }),
  Key: ({ question: { options, correctAnswer } }) => (
    <ul className="mt-2 grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-2">
      {options.map((option) => {
        const right = option === correctAnswer;
        return (
          <li key={option} className={cx('flex items-start gap-2', right ? 'font-semibold text-good' : 'text-soft')}>
            {right ? <CheckIcon className="mt-1" /> : <span className="w-[1.25em] shrink-0" />}
            <span className="min-w-0 break-words">
              {option}
              {right && <span className="sr-only"> (correct answer)</span>}
            </span>
          </li>
        );
      })}
    </ul>
  ),
  inWords: ({ correctAnswer }) => correctAnswer,
  CorrectionField: ({ question: { options, correctAnswer } }) => (
    <SelectField
      label="Correct answer"
      name="correctAnswer"
      hint={`Now: ${correctAnswer}`}
      options={options.filter((option) => option !== correctAnswer)}
      required
    />
  ),
  correctionErrors: (form): FieldErrors =>
    form.get('correctAnswer') ? {} : { correctAnswer: 'Correct answer is required' },
  correctionIn: (form) => ({ correctAnswer: String(form.get('correctAnswer')) }),
};

type FieldsProps = { name: string; initial: KeyedQuestion<'single-choice'> | undefined; children: ReactNode };

function SingleChoiceFields({ name, initial, children }: FieldsProps) {
  const suggestions = useId();
  const [options, setOptions] = useState<readonly string[]>(initial?.options ?? []);

  function hear({ target }: InputEvent<HTMLDivElement>) {
    const { name: field, value } = target as HTMLInputElement;
    const place = Number(/\.options\.(\d)$/.exec(field)?.[1] ?? Number.NaN);
    if (place >= 0) setOptions((known) => Object.assign([...known], { [place]: value }));
  }

  return (
    <div onInput={hear} className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        {Array.from({ length: optionCount }, (_, i) => (
          <TextField
            key={i}
            label={`Option ${i + 1}`}
            name={`${name}.options.${i}`}
            defaultValue={initial?.options[i]}
            autoComplete="off"
            required
          />
        ))}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Correct answer"
          name={`${name}.correctAnswer`}
          hint="Type it exactly as in the options"
          defaultValue={initial?.correctAnswer}
          list={suggestions}
          autoComplete="off"
          required
        />
        {children}
      </div>
      <datalist id={suggestions}>
        {[...new Set(options)].filter(Boolean).map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </div>
  );
}
