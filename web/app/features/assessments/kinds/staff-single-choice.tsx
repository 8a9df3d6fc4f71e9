import { type InputEvent, type ReactNode, useId, useState } from 'react';
import type { FieldErrors } from '../../../lib/calls/field-errors.ts';
import { useFormState } from '../../../ui/forms/form.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { MarkedOptions } from './marked-options.tsx';
import { distinct, type StaffQuestionView, type Start } from './staff-question-view.ts';

/** The options of a question, as many as specified. */
const ordinals = ['first', 'second', 'third', 'fourth'];

export const staffSingleChoice: StaffQuestionView<'single-choice'> = {
  Fields: SingleChoiceFields,
  questionIn: (field) => ({
    options: ordinals.map((_, i) => field(`options.${i}`)),
    correctAnswer: field('correctAnswer'),
  }),
  toAsked: ({ options }) => ({ options: distinct(options) }),
  Key: ({ question: { options, correctAnswer } }) => <MarkedOptions options={options} right={[correctAnswer]} />,
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

type FieldsProps = { name: string; initial: Start<'single-choice'> | undefined; children: ReactNode };

/** The options in rows of a radio button and a text field; a click marks the correct one. */
function SingleChoiceFields({ name, initial, children }: FieldsProps) {
  const id = useId();
  const { errors } = useFormState();
  const [options, setOptions] = useState<readonly string[]>(initial?.options.slice(0, 4) ?? []);
  // controlled: when questions change places, two groups of radio buttons have one name for a moment
  const [right, setRight] = useState(initial ? initial.options.indexOf(initial.correctAnswer ?? '') : -1);
  const key = `${name}.correctAnswer`;
  const wrong = errors[key];

  function hear({ target }: InputEvent<HTMLFieldSetElement>) {
    const { name: field, value } = target as HTMLInputElement;
    const place = Number(/\.options\.(\d)$/.exec(field)?.[1] ?? Number.NaN);
    if (place >= 0) setOptions((known) => Object.assign([...known], { [place]: value }));
  }

  return (
    <>
      <fieldset onInput={hear} aria-describedby={`${id}-hint${wrong ? ` ${id}-error` : ''}`}>
        <legend className="font-semibold">Options</legend>
        <p id={`${id}-hint`} className="mb-3 text-sm text-soft">
          Mark the correct one.
        </p>
        <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
          {ordinals.map((ordinal, i) => (
            <div key={ordinal} className="flex items-start gap-3">
              <input
                type="radio"
                name={key}
                value={options[i] ?? ''}
                checked={i === right}
                onChange={() => setRight(i)}
                required
                aria-label={`The ${ordinal} option is correct`}
                aria-invalid={wrong ? true : undefined}
                className="mt-10 size-5 shrink-0 accent-good"
              />
              <TextField
                label={`Option ${i + 1}`}
                name={`${name}.options.${i}`}
                defaultValue={initial?.options[i]}
                autoComplete="off"
                required
                className="min-w-0 flex-1"
              />
            </div>
          ))}
        </div>
        {wrong && (
          <p id={`${id}-error`} className="mt-1.5 text-sm font-semibold text-bad">
            {wrong}
          </p>
        )}
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </>
  );
}
