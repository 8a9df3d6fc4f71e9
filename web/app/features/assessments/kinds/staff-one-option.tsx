import type { FieldErrors } from '../../../lib/calls/field-errors.ts';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { MarkedOptions } from './marked-options.tsx';
import { OptionRows, optionsIn } from './staff-option-rows.tsx';
import {
  distinctPictured,
  type Field,
  type FieldsProps,
  type KeyedQuestion,
  type Pictured,
} from './staff-question-view.ts';

type Keyed = Pick<KeyedQuestion<'single-choice'>, 'options' | 'optionPictures' | 'correctAnswer'>;
type Fields = Omit<FieldsProps, 'initial'> & {
  initial: (Pictured & { correctAnswer?: string | undefined }) | undefined;
};

/** The correct answer of a question that was wrong: one of the other options. */
export const CorrectAnswerField = ({
  question: { options, correctAnswer },
}: {
  question: { options: readonly string[]; correctAnswer: string };
}) => (
  <SelectField
    label="Correct answer"
    name="correctAnswer"
    hint={`Now: ${correctAnswer}`}
    options={options.filter((option) => option !== correctAnswer)}
    required
  />
);

/**
 * Kinds with options of which one is right.
 *
 * @param named the kind's name in requests; empty for the default kind.
 * @param count how many options there are; two to ten without it.
 */
export const staffOneOption = <Named extends object>(named: Named, count?: number) => ({
  Fields: ({ name, initial, onPicture, children }: Fields) => (
    <>
      <OptionRows
        name={name}
        mark="radio"
        hint="Mark the correct one."
        start={initial}
        right={[initial?.correctAnswer ?? '']}
        count={count}
        onPicture={onPicture}
      />
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </>
  ),
  questionIn(field: Field) {
    const written = optionsIn(field, count);
    const right = field('right');
    return { ...named, ...written, correctAnswer: right === '' ? '' : (written.options[Number(right)] ?? '') };
  },
  toAsked: (question: Keyed) => ({ ...named, ...distinctPictured(question) }),
  Key: ({ question: { options, optionPictures, correctAnswer } }: { question: Keyed }) => (
    <MarkedOptions options={options} pictures={optionPictures} right={[correctAnswer]} />
  ),
  inWords: ({ correctAnswer }: Keyed) => correctAnswer,
  CorrectionField: CorrectAnswerField,
  correctionErrors: (form: FormData): FieldErrors =>
    form.get('correctAnswer') ? {} : { correctAnswer: 'Correct answer is required' },
  correctionIn: (form: FormData) => ({ ...named, correctAnswer: String(form.get('correctAnswer')) }),
});
