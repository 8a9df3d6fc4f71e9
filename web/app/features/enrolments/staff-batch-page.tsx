import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { useMay } from '../../shell/use-permissions.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { ExportMenu } from '../../ui/lists/export-menu.tsx';
import { EditIcon } from '../../ui/more-icons.tsx';
import {
  batchQuery,
  cancelBatch,
  downloadSheet,
  exportRoster,
  refetchBatches,
  rosterQuery,
} from '../batches/staff-api.ts';
import { BatchDays, BatchState, Seats } from '../batches/staff-batch-parts.tsx';
import type { Batch, RosterEntry } from '../batches/staff-wire.ts';
import type { Route } from './+types/staff-batch-page.ts';
import { People, Unplaced } from './staff-batch-people.tsx';

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
  const mayInspect = useMay('people:export');
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
                {mayInspect && (
                  <LinkButton to={staffPaths.inspectionPackOf(id)} tone="plain" size="small">
                    Inspection pack
                  </LinkButton>
                )}
                <DownloadButton
                  fetch={() => downloadSheet(id)}
                  failure="Failed to make the batch sheet."
                  tone="plain"
                  size="small"
                >
                  Batch sheet
                </DownloadButton>
                <ExportMenu takeAway={(format) => exportRoster(id, format)} />
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
  const mayImport = useMay('people:approve');
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
            {mayEdit && isHeld && batch.phase !== 'over' && (
              <LinkButton to={staffPaths.addToBatch(id)} tone="plain" size="small">
                Add people
              </LinkButton>
            )}
            {mayImport && isHeld && batch.phase !== 'over' && (
              <LinkButton to={staffPaths.importInto(id)} tone="plain" size="small">
                Import
              </LinkButton>
            )}
            {mayEdit && isHeld && (
              <LinkButton to={staffPaths.editBatch(id)} tone="plain" size="small">
                <EditIcon /> Edit
              </LinkButton>
            )}
            {mayEdit && (
              <LinkButton to={staffPaths.copyBatch(id)} tone="plain" size="small">
                Copy to new dates
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Batch" failure="Failed to load the batch." error={error} />;
}
