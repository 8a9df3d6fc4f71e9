import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/calls/api-client.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { RowList } from '../../../ui/forms/row-list.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-fields.tsx';
import type { Film } from '../wire.ts';
import { type CheckRow, checksOf, rowOf, rowsOf } from './film-check-rows.ts';
import { checksQuery, saveChecks } from './staff-film-actions.ts';

/** The presence checks of a film, to be written. */
export function ChecksForm({ film, onDone }: { film: Film; onDone: () => void }) {
  const { data: checks, error } = useQuery(checksQuery(film.id));
  if (error) return <Alert>{messageOf(error, 'Failed to load the presence checks.')}</Alert>;
  if (!checks) return <Spinner label="Loading presence checks" />;
  return (
    <Form
      onSubmit={async (form) => {
        toast(await saveChecks(film, checksOf(rowsOf(form)).checks));
        onDone();
      }}
      check={(form) => checksOf(rowsOf(form)).errors}
      failure="Failed to save the presence checks."
    >
      <p className="text-soft">
        The video pauses and asks. What a learner watches after a question counts only when the question is answered.
        After a wrong answer, the video goes back to the previous check, by ten seconds to two minutes. Questions must
        therefore be at least ten seconds apart. If you replace this video, only checks at random moments are kept.
      </p>
      <RowList name="checks" initial={checks.map(rowOf)} add="Add Check" most={50}>
        {({ index, initial, remove }) => <Row index={index} initial={initial} remove={remove} />}
      </RowList>
      <SubmitButton className="self-end">Save</SubmitButton>
    </Form>
  );
}

const ways = [
  { value: 'at', label: 'At a fixed time' },
  { value: 'every', label: 'At a random time, once in every few minutes' },
];
const numbers = ['1', '2', '3', '4', '5', '6'];

type RowProps = { index: number; initial: CheckRow | undefined; remove: React.ReactNode };

function Row({ index, initial, remove }: RowProps) {
  const [when, setWhen] = useState(initial?.when ?? 'at');
  const [asks, setAsks] = useState(Boolean(initial?.question));
  const name = (field: keyof CheckRow) => `checks.${index}.${field}`;
  const number = index + 1;
  return (
    <fieldset className="flex flex-col gap-4 rounded-md border border-line p-4">
      <legend className="px-1 font-semibold">Check {number}</legend>
      <SelectField
        label={`When check ${number} is asked`}
        name={name('when')}
        options={ways}
        value={when}
        onChange={({ currentTarget }) => setWhen(currentTarget.value === 'every' ? 'every' : 'at')}
      />
      <TextField
        label={when === 'at' ? `Time of check ${number}` : `Minutes of check ${number}`}
        name={name('time')}
        hint={
          when === 'at'
            ? 'Time in the video, such as 4:30. Leave blank for no check'
            : 'Asked once in each part, at a random time'
        }
        defaultValue={initial?.time ?? ''}
      />
      {when === 'at' && (
        <TextField
          label={`Question of check ${number}`}
          name={name('question')}
          hint="About what was shown. Leave blank to ask only whether the learner is there"
          defaultValue={initial?.question ?? ''}
          maxLength={500}
          onInput={({ currentTarget }) => setAsks(currentTarget.value.trim() !== '')}
        />
      )}
      {when === 'at' && asks && (
        <>
          <TextArea
            label={`Options of check ${number}`}
            name={name('options')}
            hint="Two to six, one on each line"
            rows={4}
            defaultValue={initial?.options ?? ''}
          />
          <SelectField
            label={`Correct option of check ${number}`}
            name={name('answer')}
            options={numbers}
            defaultValue={initial?.answer ?? '1'}
          />
        </>
      )}
      {remove && <div className="self-end">{remove}</div>}
    </fieldset>
  );
}
