import { trueOrFalse } from '@fairlead/contract/assessments/question-kinds';
import type { FieldErrors } from '../../../lib/calls/field-errors.ts';
import { CheckboxField, CheckboxGroup, RadioGroup } from '../../../ui/forms/choice-fields.tsx';
import { MarkedOptions } from './marked-options.tsx';
import { PartMarksField } from './part-marks-field.tsx';
import { CorrectAnswerField, staffOneOption } from './staff-one-option.tsx';
import { OptionRows, optionsIn } from './staff-option-rows.tsx';
import { distinctPictured, type StaffQuestionView } from './staff-question-view.ts';
import { staffSingleChoice } from './staff-single-choice.tsx';

/** Two to ten options, one of which is right. */
export const staffChoice: StaffQuestionView<'choice'> = staffOneOption({ kind: 'choice' } as const);

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
      <CheckboxField
        name={`${name}.fixed.0`}
        label="True stays before False when options are shuffled"
        defaultChecked={initial?.fixedOptions?.some(Boolean) === true}
      />
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </>
  ),
  questionIn: (field) => ({
    kind: 'true-false',
    options: [...trueOrFalse],
    ...(field('fixed.0') && { fixedOptions: trueOrFalse.map(() => true) }),
    correctAnswer: field('correctAnswer'),
  }),
  toAsked: () => ({ kind: 'true-false', options: [...trueOrFalse] }),
  Key: ({ question: { options, correctAnswer } }) => <MarkedOptions options={options} right={[correctAnswer]} />,
  inWords: ({ correctAnswer }) => correctAnswer,
  CorrectionField: CorrectAnswerField,
  correctionErrors: staffSingleChoice.correctionErrors,
  correctionIn: (form) => ({ kind: 'true-false', correctAnswer: String(form.get('correctAnswer')) }),
};

/** Two to ten options, several of which are right. */
export const staffSeveralChoices: StaffQuestionView<'several-choices'> = {
  Fields: ({ name, initial, onPicture, children }) => (
    <>
      <OptionRows
        name={name}
        mark="checkbox"
        hint="Mark all correct ones."
        start={initial}
        right={initial?.correctAnswers ?? []}
        onPicture={onPicture}
      >
        <PartMarksField name={name} initial={initial?.partMarks}>
          Each correct option adds its share of the mark, and each wrong one takes such a share away.
        </PartMarksField>
      </OptionRows>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </>
  ),
  questionIn(field) {
    const written = optionsIn(field);
    const correctAnswers = written.options.filter((_, i) => field(`right.${i}`) !== '');
    return { kind: 'several-choices', ...written, correctAnswers, partMarks: field('partMarks') !== '' };
  },
  toAsked: ({ partMarks, ...question }) => ({ kind: 'several-choices', ...distinctPictured(question), partMarks }),
  Key: ({ question: { options, optionPictures, correctAnswers } }) => (
    <MarkedOptions options={options} pictures={optionPictures} right={correctAnswers} />
  ),
  inWords: ({ correctAnswers }) => correctAnswers.join('; '),
  CorrectionField: ({ question: { options, correctAnswers } }) => (
    <CheckboxGroup legend="Correct answers" name="correctAnswers" options={options} initial={correctAnswers} />
  ),
  correctionErrors: (form): FieldErrors =>
    form.getAll('correctAnswers').length > 0 ? {} : { correctAnswers: 'Mark at least one correct answer' },
  correctionIn: (form) => ({ kind: 'several-choices', correctAnswers: form.getAll('correctAnswers').map(String) }),
};
