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
import { WarningIcon } from '../../ui/icons.tsx';
import { Card } from '../../ui/layout.tsx';
import type { Question, QuestionDraft } from './question.ts';

export const rankOptions = Object.entries(rankNames).map(([value, label]) => ({ value, label }));
export const shipTypeOptions = Object.entries(shipTypeNames).map(([value, label]) => ({ value, label }));

/** The flags of a select field; a flag that has no name here is offered by its code. */
export const flagOptions = (...further: readonly string[]) =>
  [...new Set([...Object.keys(flagNames), ...further])].map((value) => ({ value, label: flagNames[value] ?? value }));

/** What is asked for, in one sentence. */
const questionInWords = (question: Question): string =>
  `${jobInWords(question)}. Aboard from ${formatDate(question.joinsOn)} to ${formatDate(question.signsOffOn)}.`;

type QuestionFormProps = {
  /** The question that was asked; undefined as long as none was. */
  question: Question | undefined;
  /** The answers with which the form begins. */
  draft: QuestionDraft;
  lists: readonly Pick<OfferedChecklist, '_id' | 'name' | 'jobs'>[];
  onAsk: (question: Question) => void;
  /** The text of its button. */
  ask?: string;
};

/**
 * Asks for the job and the voyage of a verdict. Once they are answered, a sentence stands for the fields until somebody
 * wants to change them.
 */
export function QuestionForm({ question, draft, lists, onAsk, ask = 'Check' }: QuestionFormProps) {
  const [isChanging, setIsChanging] = useState(false);
  const isOpen = isChanging || !question;
  const list = lists.find(({ _id }) => _id === question?.checklist);
  const unnamed = question && list ? unnamedIn(list, question) : [];
  return (
    <Card className="p-4 print:hidden">
      {question && (
        <div className={cx('flex flex-wrap items-center justify-between gap-3', isOpen && 'hidden')}>
          <p className="min-w-0 flex-1 basis-52">
            <span className="font-semibold">{list?.name}.</span> {questionInWords(question)}
          </p>
          <Button tone="plain" size="small" onClick={() => setIsChanging(true)}>
            Change
          </Button>
        </div>
      )}
      {!isOpen && unnamed.length > 0 && (
        <p className="mt-3 flex items-start gap-2 text-sm text-warn">
          <WarningIcon className="mt-0.5" />
          No row of this checklist names {unnamed.join(' or ')}. Only what it asks of everybody is checked.
        </p>
      )}
      <Form
        key={JSON.stringify(draft)}
        onSubmit={async (form) => {
          setIsChanging(false);
          onAsk(asked(form));
        }}
        check={faultsOf}
        failure="Failed to judge."
        aria-label="Job and voyage"
        className={cx(!isOpen && 'hidden')}
      >
        <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField
            label="Checklist"
            name="checklist"
            defaultValue={draft.checklist}
            options={lists.map(({ _id, name }) => ({ value: _id, label: name }))}
          />
          <SelectField label="Rank" name="rank" defaultValue={draft.rank} options={rankOptions} />
          <SelectField label="Ship" name="shipType" defaultValue={draft.shipType} options={shipTypeOptions} />
          <SelectField
            label="Flag"
            name="flag"
            defaultValue={draft.flag}
            options={draft.flag === '' ? flagOptions() : flagOptions(draft.flag)}
          />
          <DateField label="Joining" name="joinsOn" defaultValue={draft.joinsOn} required />
          <DateField label="Sign-off" name="signsOffOn" defaultValue={draft.signsOffOn} required />
        </div>
        <SubmitButton className="self-start">{ask}</SubmitButton>
      </Form>
    </Card>
  );
}

/** The rank and the ship of a question where a checklist has rows for some of them, and none for these. */
const unnamedIn = ({ jobs }: Pick<OfferedChecklist, 'jobs'>, { rank, shipType }: Question): string[] => [
  ...(jobs.ranks.length > 0 && !jobs.ranks.includes(rank) ? [`the rank ${rankNames[rank]}`] : []),
  ...(jobs.shipTypes.length > 0 && !jobs.shipTypes.includes(shipType) ? [`the ship ${shipTypeNames[shipType]}`] : []),
];

const unanswered = {
  checklist: 'Choose a checklist',
  rank: 'Choose a rank',
  shipType: 'Choose a ship',
  flag: 'Choose a flag',
  joinsOn: 'Enter the day of joining',
  signsOffOn: 'Enter the day of sign-off',
};

function faultsOf(form: FormData): FieldErrors {
  const missing = Object.entries(unanswered).filter(([name]) => textOf(form, name) === '');
  if (missing.length > 0) return Object.fromEntries(missing);
  return endsTooEarly(asked(form)) ? { signsOffOn: signsOffTooEarly } : {};
}

const asked = (form: FormData): Question => ({
  checklist: textOf(form, 'checklist'),
  rank: textOf(form, 'rank') as Rank,
  flag: textOf(form, 'flag'),
  shipType: textOf(form, 'shipType') as ShipType,
  joinsOn: textOf(form, 'joinsOn'),
  signsOffOn: textOf(form, 'signsOffOn'),
});
