import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../shell/use-permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Checkbox } from '../../ui/forms/choice-fields.tsx';
import { Card } from '../../ui/layout.tsx';
import { ChooseAll, ChosenBar, useChoice } from '../../ui/lists/choice.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { PersonLink } from '../accounts/people/person-link.tsx';
import { placePeople, refetchBatches, unplacedQuery } from '../batches/staff-api.ts';
import type { Batch, RosterEntry } from '../batches/staff-wire.ts';
import {
  BatchFields,
  batchIn,
  checkBatch,
  enrolledName,
  isWaitingIn,
  MoveMany,
  WithdrawMany,
} from './staff-enrolled-actions.tsx';

type PeopleProps = { title: string; people: RosterEntry[]; batch: Batch; empty?: string; action?: ReactNode };

/** The people of a batch in one kind of place, who are chosen, moved and withdrawn here. */
export function People({ title, people, batch, empty = '', action }: PeopleProps) {
  const { chosen, isChosen, toggle, toggleAll, choose, takeOff } = useChoice(people, ({ id }) => id);
  const mayChoose = useMay('enrolments:decide') && people.some(({ place }) => place !== 'left');
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">
          {title} <span className="font-normal text-soft">({people.length})</span>
        </h2>
        {action}
      </div>
      {people.length === 0 ? (
        <EmptyState title={empty}>They ask for it on the course’s page, or you put them in.</EmptyState>
      ) : (
        <Card className="p-0">
          {mayChoose && (
            <div className="flex items-center gap-3 border-b border-line px-4 py-2 text-sm">
              <ChooseAll items={people} chosen={chosen} onAll={toggleAll} />
            </div>
          )}
          <ul className="divide-y divide-line">
            {people.map((entry) => (
              <Entry key={entry.id} entry={entry} batch={batch}>
                {mayChoose && (
                  <Checkbox
                    aria-label={`Choose ${enrolledName(entry)}`}
                    checked={isChosen(entry)}
                    onChange={() => toggle(entry)}
                  />
                )}
              </Entry>
            ))}
          </ul>
        </Card>
      )}
      {mayChoose && (
        <ChosenBar
          items={people}
          chosen={chosen}
          onChoose={choose}
          onTakeOff={takeOff}
          actions={(some) => (
            <>
              <MoveMany enrolled={some} courseId={batch.courseId} />
              <WithdrawMany enrolled={some} />
            </>
          )}
        />
      )}
    </section>
  );
}

function Entry({ entry, batch, children }: { entry: RosterEntry; batch: Batch; children?: ReactNode }) {
  const { id, person, particulars, status, waiting, place } = entry;
  const mayDecide = useMay('enrolments:decide');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      {children}
      {waiting !== null && <span className="min-w-4 text-right font-semibold">{waiting}</span>}
      {particulars && (
        <img src={particulars.picture.url} alt="" className="h-16 w-13 rounded-sm bg-sunken object-cover" />
      )}
      <div className="min-w-0 flex-1 basis-48">
        <p id={`entry-${id}`} className="font-semibold">
          <PersonLink {...person} />
        </p>
        <p className="truncate text-sm text-soft">
          <EmailText email={person.email} />
        </p>
        {particulars && <p className="text-sm text-soft">INDoS {particulars.indosNumber}</p>}
      </div>
      {place !== 'left' &&
        (status === 'pending' ? <Badge tone="warn">To approve</Badge> : <Badge tone="good">Approved</Badge>)}
      {mayDecide && place !== 'left' && <Move entry={entry} batch={batch} />}
    </li>
  );
}

/** Moves somebody to another batch of the course, or between the seats and the waiting list of this one. */
function Move({ entry, batch }: { entry: RosterEntry; batch: Batch }) {
  return (
    <FormAction
      label="Move"
      size="small"
      describedBy={`entry-${entry.id}`}
      title="Move to a Batch"
      text={
        <p className="text-soft">
          <strong className="text-ink">{entry.person.name}</strong> gets an email with the dates.
        </p>
      }
      check={checkBatch}
      confirm="Yes, Move"
      act={(form) => placePeople([entry], batchIn(form), isWaitingIn(form))}
      after={refetchBatches}
      failure="Failed to move this person."
    >
      <BatchFields courseId={batch.courseId} />
    </FormAction>
  );
}

/** People of the course who have no batch; read when somebody asks for them. */
export function Unplaced({ batch }: { batch: Batch }) {
  const [isOpen, open] = useState(false);
  const { data, isError, refetch } = useQuery({ ...unplacedQuery(batch.id), enabled: isOpen });
  return (
    <details
      className="rounded-lg border border-line bg-surface px-4 py-3"
      onToggle={(event) => open(event.currentTarget.open)}
    >
      <summary className="cursor-pointer font-semibold">People of this course without a batch</summary>
      {isError && <ListFailure sentence="Failed to load people." retry={() => void refetch()} />}
      {isOpen && !data && !isError && <Spinner label="Loading people" />}
      {data?.length === 0 && <p className="mt-3 text-soft">Everyone has a batch.</p>}
      <ul className="mt-2 divide-y divide-line empty:hidden">
        {data?.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
            <div className="min-w-0 flex-1 basis-48">
              <p id={`entry-${entry.id}`} className="font-semibold">
                <PersonLink {...entry.person} />
              </p>
              <p className="truncate text-sm text-soft">
                <EmailText email={entry.person.email} />
              </p>
            </div>
            {entry.status === 'pending' && <Badge tone="warn">To approve</Badge>}
            <ConfirmAction
              label="Give a seat"
              size="small"
              describedBy={`entry-${entry.id}`}
              title="Give a Seat"
              text={
                <p>
                  <strong>{entry.person.name}</strong> takes a seat of {batch.code}, and gets an email with the dates.
                </p>
              }
              confirm="Yes, Give a Seat"
              act={() => placePeople([entry], batch.id, false)}
              after={refetchBatches}
              failure="Failed to give a seat."
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
