import { trueOrFalse } from '@fairlead/contract/question-kinds';
import type { FieldErrors } from '../../../lib/calls/field-errors.ts';
import { CheckboxGroup, RadioGroup } from '../../../ui/forms/choice-fields.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { MarkedOptions } from './marked-options.tsx';
import { OptionRows, optionsIn } from './option-rows.tsx';
import { PartMarksField } from './part-marks-field.tsx';
import { distinct, type StaffQuestionView } from './staff-question-view.ts';
import { staffSingleChoice } from './staff-single-choice.tsx';

/** Two to ten options, one of which is right. */
export const staffChoice: StaffQuestionView<'choice'> = {
  Fields: ({ name, initial, children }) => (
    <>
      <OptionRows
        name={name}
        mark="radio"
        hint="Mark the correct one."
        options={initial?.options ?? []}
        right={[initial?.correctAnswer ?? '']}
      />
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </>
  ),
  questionIn(field) {
    const options = optionsIn(field);
    const right = field('right');
    return { kind: 'choice', options, correctAnswer: right === '' ? '' : (options[Number(right)] ?? '') };
  },
  toAsked: ({ options }) => ({ kind: 'choice', options: distinct(options) }),
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
  correctionErrors: staffSingleChoice.correctionErrors,
  correctionIn: (form) => ({ kind: 'choice', correctAnswer: String(form.get('correctAnswer')) }),
};

/** A statement that is true or false. */
export const staffTrueFalse: StaffQuestionView<'true-false'> = {
  Fields: ({ name, initial, children }) => (
    <>
      <RadioGroup
        legend="The statement is"
        name={`${name}.correctAnswer`}
        options={trueOrFalse}
        initial={initial?.correctAnswer}
      />
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </>
  ),
  questionIn: (field) => ({ kind: 'true-false', options: [...trueOrFalse], correctAnswer: field('correctAnswer') }),
  toAsked: () => ({ kind: 'true-false', options: [...trueOrFalse] }),
  Key: ({ question: { options, correctAnswer } }) => <MarkedOptions options={options} right={[correctAnswer]} />,
  inWords: ({ correctAnswer }) => correctAnswer,
  CorrectionField: ({ question: { correctAnswer } }) => (
    <SelectField
      label="Correct answer"
      name="correctAnswer"
      hint={`Now: ${correctAnswer}`}
      options={trueOrFalse.filter((option) => option !== correctAnswer)}
      required
    />
  ),
  correctionErrors: staffSingleChoice.correctionErrors,
  correctionIn: (form) => ({ kind: 'true-false', correctAnswer: String(form.get('correctAnswer')) }),
};

/** Two to ten options, several of which are right. */
export const staffSeveralChoices: StaffQuestionView<'several-choices'> = {
  Fields: ({ name, initial, children }) => (
    <>
      <OptionRows
        name={name}
        mark="checkbox"
        hint="Mark all correct ones."
        options={initial?.options ?? []}
        right={initial?.correctAnswers ?? []}
      >
        <PartMarksField name={name} initial={initial?.partMarks}>
          Each correct option adds its share of the mark, and each wrong one takes such a share away.
        </PartMarksField>
      </OptionRows>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </>
  ),
  questionIn(field) {
    const options = optionsIn(field);
    const correctAnswers = options.filter((_, i) => field(`right.${i}`) !== '');
    return { kind: 'several-choices', options, correctAnswers, partMarks: field('partMarks') !== '' };
  },
  toAsked: ({ options, partMarks }) => ({ kind: 'several-choices', options: distinct(options), partMarks }),
  Key: ({ question: { options, correctAnswers } }) => <MarkedOptions options={options} right={correctAnswers} />,
  inWords: ({ correctAnswers }) => correctAnswers.join('; '),
  CorrectionField: ({ question: { options, correctAnswers } }) => (
    <CheckboxGroup legend="Correct answers" name="correctAnswers" options={options} initial={correctAnswers} />
  ),
  correctionErrors: (form): FieldErrors =>
    form.getAll('correctAnswers').length > 0 ? {} : { correctAnswers: 'Mark at least one correct answer' },
  correctionIn: (form) => ({ kind: 'several-choices', correctAnswers: form.getAll('correctAnswers').map(String) }),
};
