import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { useMay } from '../../shell/use-permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Facts } from '../../ui/facts.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Checkbox } from '../../ui/forms/choice-fields.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { ChooseAll, ChosenBar, useChoice } from '../../ui/lists/choice.tsx';
import { ExportButtons } from '../../ui/lists/export-buttons.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { EditIcon } from '../../ui/more-icons.tsx';
import { PersonLink } from '../accounts/people/person-link.tsx';
import {
  batchQuery,
  cancelBatch,
  downloadSheet,
  exportRoster,
  placePeople,
  refetchBatches,
  rosterQuery,
  unplacedQuery,
} from '../batches/staff-api.ts';
import { BatchDays, BatchState, Seats } from '../batches/staff-batch-parts.tsx';
import type { Batch, RosterEntry } from '../batches/staff-wire.ts';
import type { Route } from './+types/staff-batch-page.ts';
import {
  BatchFields,
  batchIn,
  checkBatch,
  enrolledName,
  isWaitingIn,
  MoveMany,
  WithdrawMany,
} from './staff-enrolled-actions.tsx';

export const meta: Route.MetaFunction = (page) => titled('Batch', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await Promise.all([preload(batchQuery(params.id)), preload(rosterQuery(params.id))]);
};

/** A batch with its people: who has a seat, who waits, and who left. */
export default function StaffBatchPage() {
  const { id = '' } = useParams();
  const { data: batch } = useSuspenseQuery(batchQuery(id));
  const { data: roster } = useSuspenseQuery(rosterQuery(id));
  const of = (place: RosterEntry['place']) => roster.filter((entry) => entry.place === place);
  const mayDecide = useMay('enrolments:decide');
  const mayExport = useMay('people:read');
  return (
    <>
      <Head batch={batch} />
      <div className="flex flex-col gap-8">
        <People
          title="Seats"
          people={of('seat')}
          batch={batch}
          empty="Nobody has a seat yet."
          action={
            mayExport &&
            roster.length > 0 && (
              <div className="flex flex-wrap gap-2">
                <DownloadButton
                  fetch={() => downloadSheet(id)}
                  failure="Failed to make the batch sheet."
                  tone="plain"
                  size="small"
                >
                  Batch sheet
                </DownloadButton>
                <ExportButtons takeAway={(format) => exportRoster(id, format)} />
              </div>
            )
          }
        />
        {of('waiting').length > 0 && <People title="Waiting list" people={of('waiting')} batch={batch} />}
        {of('left').length > 0 && <People title="No longer in this batch" people={of('left')} batch={batch} />}
        {mayDecide && batch.state !== 'cancelled' && batch.phase !== 'over' && (
          <>
            <Unplaced batch={batch} />
            <div>
              <CancelBatch batch={batch} />
            </div>
          </>
        )}
      </div>
    </>
  );
}

function Head({ batch }: { batch: Batch }) {
  const { id, code, courseId, courseTitle, startsAt, endsAt, venue, instructor, state } = batch;
  const mayEdit = useMay('enrolments:decide');
  const isHeld = state !== 'cancelled';
  return (
    <>
      <PageHeader
        title={<span id={`batch-${id}`}>{code}</span>}
        dense
        actions={
          <>
            {isHeld && (
              <LinkButton
                to={staffPaths.attendance(id)}
                tone={batch.phase === 'upcoming' ? 'plain' : 'signal'}
                size="small"
              >
                Attendance
              </LinkButton>
            )}
            {mayEdit && isHeld && (
              <LinkButton to={staffPaths.editBatch(id)} tone="plain" size="small">
                <EditIcon /> Edit
              </LinkButton>
            )}
          </>
        }
      >
        <Link to={staffPaths.course(courseId)} className="text-link hover:underline">
          {courseTitle}
        </Link>
      </PageHeader>
      <Card className="mb-8 p-5">
        <Facts
          className="lg:grid-cols-3"
          facts={[
            ['Days', <BatchDays key="days" {...batch} />],
            ['Time', `${startsAt} to ${endsAt}`],
            ['Venue', venue],
            ['Instructor', instructor?.name ?? 'Not chosen'],
            ['Seats taken', <Seats key="seats" {...batch} />],
            ['State', <BatchState key="state" {...batch} />],
          ]}
        />
      </Card>
    </>
  );
}

function CancelBatch({ batch: { id, taken, waiting } }: { batch: Batch }) {
  const people = taken + waiting;
  return (
    <ConfirmAction
      label="Cancel batch"
      size="small"
      tone="danger"
      title="Cancel Batch"
      text={
        <>
          <p>Are you sure that this batch will not be held? You cannot undo this.</p>
          {people > 0 && (
            <p className="text-soft">
              {people === 1 ? '1 person gets' : `${people} people get`} an email, and stay in this batch until you move
              them.
            </p>
          )}
        </>
      }
      confirm="Yes, Cancel Batch"
      act={() => cancelBatch(id)}
      after={refetchBatches}
      failure="Failed to cancel the batch."
    />
  );
}

type PeopleProps = { title: string; people: RosterEntry[]; batch: Batch; empty?: string; action?: ReactNode };

function People({ title, people, batch, empty = '', action }: PeopleProps) {
  const { chosen, isChosen, toggle, toggleAll, choose } = useChoice(people, ({ id }) => id);
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
        {particulars && <p className="text-sm text-soft">INDOS {particulars.indosNumber}</p>}
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
function Unplaced({ batch }: { batch: Batch }) {
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Batch" failure="Failed to load the batch." error={error} />;
}
