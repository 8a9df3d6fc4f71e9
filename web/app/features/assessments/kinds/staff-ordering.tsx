import { neutralOrder } from '@fairlead/contract/assessments/question-kinds';
import type { FieldErrors } from '../../../lib/calls/field-errors.ts';
import { TextArea } from '../../../ui/forms/text-fields.tsx';
import { MarkedOptions } from './marked-options.tsx';
import { PartMarksField } from './part-marks-field.tsx';
import { distinct, linesOf, type StaffQuestionView } from './staff-question-view.ts';

type StepsProps = { name: string; steps: readonly string[]; hint: string };

const Steps = ({ name, steps, hint }: StepsProps) => (
  <TextArea label="Right order" name={name} hint={hint} rows={5} defaultValue={steps.join('\n')} required />
);

/** Steps in the right order. */
export const staffOrdering: StaffQuestionView<'ordering'> = {
  Fields: ({ name, initial, children }) => (
    <>
      <div>
        <Steps
          name={`${name}.correctAnswers`}
          steps={initial?.correctAnswers ?? initial?.options ?? []}
          hint="One step on each line, the first one first. Learners get them in a mixed order"
        />
        <PartMarksField name={name} initial={initial?.partMarks}>
          Each step at its right place earns its share of the mark.
        </PartMarksField>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </>
  ),
  questionIn(field) {
    const steps = linesOf(field('correctAnswers'));
    return { kind: 'ordering', options: steps, correctAnswers: steps, partMarks: field('partMarks') !== '' };
  },
  toAsked({ options, partMarks }) {
    return { kind: 'ordering', options: neutralOrder(distinct(options)), partMarks };
  },
  Key({ question: { correctAnswers } }) {
    const steps = correctAnswers.map((step, i) => `${i + 1}. ${step}`);
    return <MarkedOptions options={steps} right={steps} />;
  },
  inWords: ({ correctAnswers }) => correctAnswers.join(' → '),
  CorrectionField: ({ question: { correctAnswers } }) => (
    <Steps name="correctAnswers" steps={correctAnswers} hint="The same steps, one on each line, in the right order" />
  ),
  correctionErrors: (form): FieldErrors =>
    linesOf(String(form.get('correctAnswers'))).length > 1 ? {} : { correctAnswers: 'Write at least two steps' },
  correctionIn: (form) => ({ kind: 'ordering', correctAnswers: linesOf(String(form.get('correctAnswers'))) }),
};
