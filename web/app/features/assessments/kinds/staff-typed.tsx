import { readNumber } from '@fairlead/contract/assessments/compared-answers';
import type { FieldErrors } from '../../../lib/calls/field-errors.ts';
import { CheckboxField } from '../../../ui/forms/choice-fields.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-fields.tsx';
import { MarkedOptions } from './marked-options.tsx';
import { numberInWords } from './number.tsx';
import { linesOf, type StaffQuestionView } from './staff-question-view.ts';

type NumberFieldsProps = { prefix: string; value: string | undefined; tolerance: string | undefined };

const NumberFields = ({ prefix, value, tolerance }: NumberFieldsProps) => (
  <>
    <TextField
      label="Correct answer"
      name={`${prefix}correctAnswer`}
      hint="A number, such as 1000 or 1.5"
      inputMode="decimal"
      defaultValue={value}
      maxLength={40}
      autoComplete="off"
      required
    />
    <TextField
      label="Tolerance"
      name={`${prefix}tolerance`}
      hint="How far an answer may be from it; 0 for not at all"
      inputMode="decimal"
      defaultValue={tolerance ?? '0'}
      maxLength={40}
      autoComplete="off"
      required
    />
  </>
);

/** A number with a tolerance. */
export const staffNumber: StaffQuestionView<'number'> = {
  Fields: ({ name, initial, children }) => (
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberFields prefix={`${name}.`} value={initial?.correctAnswer} tolerance={initial?.tolerance} />
      {children}
    </div>
  ),
  questionIn: (field) => ({
    kind: 'number',
    options: [],
    correctAnswer: field('correctAnswer'),
    tolerance: field('tolerance'),
  }),
  toAsked: () => ({ kind: 'number', options: [] }),
  Key: ({ question: { correctAnswer, tolerance } }) => {
    const words = numberInWords(correctAnswer, tolerance);
    return <MarkedOptions options={[words]} right={[words]} />;
  },
  inWords: ({ correctAnswer, tolerance }) => numberInWords(correctAnswer, tolerance),
  CorrectionField: ({ question: { correctAnswer, tolerance } }) => (
    <NumberFields prefix="" value={correctAnswer} tolerance={tolerance} />
  ),
  correctionErrors(form): FieldErrors {
    const isNumber = (name: string) => readNumber(String(form.get(name))) !== undefined;
    return {
      ...(!isNumber('correctAnswer') && { correctAnswer: 'Write a number, such as 1000 or 1.5' }),
      ...(!isNumber('tolerance') && { tolerance: 'Write a number that is not below 0, such as 0.5' }),
    };
  },
  correctionIn: (form) => ({
    kind: 'number',
    correctAnswer: String(form.get('correctAnswer')),
    tolerance: String(form.get('tolerance')),
  }),
};

type AcceptedFieldsProps = { prefix: string; accepted: readonly string[]; matchCase: boolean | undefined };

const AcceptedFields = ({ prefix, accepted, matchCase }: AcceptedFieldsProps) => (
  <div className="flex flex-col gap-5">
    <TextArea
      label="Accepted answers"
      name={`${prefix}correctAnswers`}
      hint="One on each line, with every spelling that is right"
      rows={3}
      defaultValue={accepted.join('\n')}
      required
    />
    <CheckboxField name={`${prefix}matchCase`} label="Capitals must be the same" defaultChecked={matchCase === true} />
  </div>
);

/** A list of texts that are accepted. */
export const staffShortAnswer: StaffQuestionView<'short-answer'> = {
  Fields: ({ name, initial, children }) => (
    <>
      <AcceptedFields prefix={`${name}.`} accepted={initial?.correctAnswers ?? []} matchCase={initial?.matchCase} />
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </>
  ),
  questionIn: (field) => ({
    kind: 'short-answer',
    options: [],
    correctAnswers: linesOf(field('correctAnswers')),
    matchCase: field('matchCase') !== '',
  }),
  toAsked: () => ({ kind: 'short-answer', options: [] }),
  Key: ({ question: { correctAnswers } }) => <MarkedOptions options={correctAnswers} right={correctAnswers} />,
  inWords: ({ correctAnswers }) => correctAnswers.join('; '),
  CorrectionField: ({ question: { correctAnswers, matchCase } }) => (
    <AcceptedFields prefix="" accepted={correctAnswers} matchCase={matchCase} />
  ),
  correctionErrors: (form): FieldErrors =>
    linesOf(String(form.get('correctAnswers'))).length > 0
      ? {}
      : { correctAnswers: 'Write at least one accepted answer' },
  correctionIn: (form) => ({
    kind: 'short-answer',
    correctAnswers: linesOf(String(form.get('correctAnswers'))),
    matchCase: form.get('matchCase') !== null,
  }),
};
