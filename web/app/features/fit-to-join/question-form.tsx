import type { OfferedChecklist } from '@fairlead/contract/fit-to-join/checklists';
import {
  endsTooEarly,
  flagNames,
  jobInWords,
  type Rank,
  rankNames,
  type ShipType,
  shipTypeNames,
  signsOffTooEarly,
} from '@fairlead/contract/fit-to-join/jobs-aboard';
import { formatDate } from '@fairlead/contract/values/dates';
import { useState } from 'react';
import { type FieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { Card } from '../../ui/layout.tsx';
import type { Question } from './question.ts';

export const rankOptions = Object.entries(rankNames).map(([value, label]) => ({ value, label }));
export const shipTypeOptions = Object.entries(shipTypeNames).map(([value, label]) => ({ value, label }));

/** The flags of a select field; a flag that has no name here is offered by its code. */
export const flagOptions = (...further: readonly string[]) =>
  [...new Set([...Object.keys(flagNames), ...further])].map((value) => ({ value, label: flagNames[value] ?? value }));

/** What is asked for, in one sentence. */
const questionInWords = (question: Question): string =>
  `${jobInWords(question)}. Aboard from ${formatDate(question.joinsOn)} to ${formatDate(question.signsOffOn)}.`;

type QuestionFormProps = {
  question: Question;
  lists: readonly Pick<OfferedChecklist, '_id' | 'name'>[];
  onAsk: (question: Question) => void;
  /** The text of its button. */
  ask: string;
};

/**
 * The job and the voyage of a verdict. A sentence stands for the fields until somebody wants to change them, so that
 * the verdict is what one sees first.
 */
export function QuestionForm({ question, lists, onAsk, ask }: QuestionFormProps) {
  const [open, setOpen] = useState(false);
  return (
    <Card className="p-4 print:hidden">
      <div className={cx('flex flex-wrap items-center justify-between gap-3', open && 'hidden')}>
        <p className="min-w-0 flex-1 basis-52">
          <span className="font-semibold">{lists.find(({ _id }) => _id === question.checklist)?.name}.</span>{' '}
          {questionInWords(question)}
        </p>
        <Button tone="plain" size="small" onClick={() => setOpen(true)}>
          Change
        </Button>
      </div>
      <Form
        key={JSON.stringify(question)}
        onSubmit={async (form) => {
          setOpen(false);
          onAsk(asked(form));
        }}
        check={(form): FieldErrors => (endsTooEarly(asked(form)) ? { signsOffOn: signsOffTooEarly } : {})}
        failure="Failed to judge."
        aria-label="Job and voyage"
        className={cx(!open && 'hidden')}
      >
        <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField
            label="Checklist"
            name="checklist"
            defaultValue={question.checklist}
            options={lists.map(({ _id, name }) => ({ value: _id, label: name }))}
          />
          <SelectField label="Rank" name="rank" defaultValue={question.rank} options={rankOptions} />
          <SelectField label="Ship" name="shipType" defaultValue={question.shipType} options={shipTypeOptions} />
          <SelectField label="Flag" name="flag" defaultValue={question.flag} options={flagOptions(question.flag)} />
          <DateField label="Joining" name="joinsOn" defaultValue={question.joinsOn} required />
          <DateField label="Sign-off" name="signsOffOn" defaultValue={question.signsOffOn} required />
        </div>
        <SubmitButton className="self-start">{ask}</SubmitButton>
      </Form>
    </Card>
  );
}

const asked = (form: FormData): Question => ({
  checklist: textOf(form, 'checklist'),
  rank: textOf(form, 'rank') as Rank,
  flag: textOf(form, 'flag'),
  shipType: textOf(form, 'shipType') as ShipType,
  joinsOn: textOf(form, 'joinsOn'),
  signsOffOn: textOf(form, 'signsOffOn'),
});
