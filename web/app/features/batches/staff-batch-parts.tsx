import type { OwnBatch } from '@fairlead/contract/batches/calls';
import { formatDate } from '@fairlead/contract/values/dates';
import { Link } from 'react-router';
import { formatDays } from '../../lib/format/dates.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import type { Batch } from './staff-wire.ts';

type Days = Pick<Batch, 'firstDay' | 'lastDay'>;

/** The days of a batch: '7 to 9 Dec 2026'. */
export const BatchDays = ({ firstDay, lastDay }: Days) => formatDays(firstDay, lastDay);

const phases = {
  upcoming: { text: 'Upcoming', tone: 'info' },
  running: { text: 'Running', tone: 'good' },
  over: { text: 'Over', tone: 'plain' },
} as const;

/** Where a batch stands: whether it is held, and whether seafarers can still ask for it. */
export function BatchState({ state, phase }: Pick<Batch, 'state' | 'phase'>) {
  if (state === 'cancelled') return <Badge tone="bad">Cancelled</Badge>;
  const { text, tone } = phases[phase];
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tone}>{text}</Badge>
      {state === 'closed' && phase === 'upcoming' && <Badge>Closed</Badge>}
    </span>
  );
}

/** The seats that are taken, and the length of the waiting list. */
export function Seats({ seats, taken, waiting }: Pick<Batch, 'seats' | 'taken' | 'waiting'>) {
  return (
    <>
      {taken} of {seats}
      {waiting > 0 && <span className="text-warn">, {waiting} waiting</span>}
    </>
  );
}

type BatchFieldProps = { batches: readonly Batch[]; hint?: string | undefined; required?: boolean };

/** One of some batches, by its number, first day and free seats; `batchId` of the form is its id. */
export const BatchField = ({ batches, ...select }: BatchFieldProps) => (
  <SelectField
    label="Batch"
    name="batchId"
    options={batches.map(({ id, code, firstDay, seats, taken }) => ({
      value: id,
      label: `${code}, ${formatDate(firstDay)}: ${taken < seats ? `${seats - taken} free` : 'full'}`,
    }))}
    {...select}
  />
);

type ChosenProps = {
  batch: Pick<OwnBatch, 'code' | 'firstDay' | 'lastDay' | 'waiting' | 'isCancelled'> & { id: string };
};

/** The batch of one person: its number and days, and whether they wait for a seat. */
export function ChosenBatch({ batch }: ChosenProps) {
  const { id, code, waiting, isCancelled } = batch;
  return (
    <>
      <Link to={staffPaths.batch(id)} className="font-semibold text-link underline">
        {code}
      </Link>
      , <BatchDays {...batch} />
      {isCancelled && <span className="font-semibold text-bad">, cancelled</span>}
      {waiting !== null && !isCancelled && (
        <span className="font-semibold text-warn">, number {waiting} on the waiting list</span>
      )}
    </>
  );
}
