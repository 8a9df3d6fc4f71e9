import type * as wire from '@fairlead/contract/academy/outbox';
import { outbox } from '@fairlead/contract/academy/outbox';
import { type FromWire, fromWire, idNames } from '@fairlead/contract/platform/names';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { preload } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { Moment } from '../../../lib/site.tsx';
import { LoadFailure } from '../../../shell/load-failure.tsx';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import type { Column } from '../../../ui/lists/table-row.tsx';
import type { Route } from './+types/staff-outbox-page.ts';
import { refetchJobs, retryAllJobs, retryJob, settingsQuery } from './staff-settings-api.ts';
import { TestMail } from './staff-test-mail.tsx';

export const meta: Route.MetaFunction = (page) => titled('Failed Deliveries', page);

export const clientLoader = async () => {
  await preload(settingsQuery);
};

/** The state of outgoing email, and the jobs that failed after many attempts. */
export default function StaffOutboxPage() {
  const list = usePaginatedList(['failed jobs'], outbox.listFailed, ({ data }) => fromWire(idNames, data));
  return (
    <>
      <PageHeader title="Failed Deliveries" actions={list.items.length > 0 && <RetryAll />}>
        Shows whether emails are sent, and what failed after twelve attempts.
      </PageHeader>
      <Card className="max-w-4xl p-6">
        <h2 className="mb-1 text-lg">Test email</h2>
        <TestMail />
      </Card>
      <h2 className="mt-8 mb-4 text-lg">Failed emails and jobs</h2>
      <DataTable
        list={list}
        label="Failed emails and jobs"
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={nameOf}
        decide={(job) => <Retry job={job} />}
        decideWidth="lg:w-32"
        failure="Failed to load the failed jobs."
        empty={<EmptyState title="Nothing has failed">All emails were sent and all jobs were completed.</EmptyState>}
      />
    </>
  );
}

type Job = FromWire<typeof idNames, wire.FailedJob>;

const nameOf = ({ subject, kind }: Job) =>
  subject ?? kind.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase());

const columns: Column<Job>[] = [
  { title: 'What', cell: (job) => <span id={`job-${job.id}`}>{nameOf(job)}</span> },
  { title: 'To', cell: ({ to }) => to ?? '–', width: 'lg:w-52', wide: true },
  { title: 'Reason', cell: ({ reason }) => <span className="text-bad">{reason}</span>, wide: true },
  { title: 'Failed', cell: ({ gaveUpAt }) => <Moment at={gaveUpAt} />, width: 'lg:w-44', roomy: true },
  { title: 'Attempts', cell: ({ tries }) => tries, width: 'lg:w-22', figures: true },
];

function Retry({ job: { id } }: { job: Job }) {
  return (
    <ConfirmAction
      label="Try again"
      size="small"
      describedBy={`job-${id}`}
      title="Try Again"
      text={<p>Try this again now, up to twelve times?</p>}
      confirm="Yes, Try Again"
      act={() => retryJob(id)}
      after={refetchJobs}
      failure="Failed to try again."
    />
  );
}

const RetryAll = () => (
  <ConfirmAction
    label="Try all again"
    title="Try All Again"
    text={<p>Everything that failed is tried again now. Emails that have expired are not sent.</p>}
    confirm="Yes, Try All"
    act={retryAllJobs}
    after={refetchJobs}
    failure="Failed to try again."
  />
);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Failed Deliveries" failure="Failed to load the settings." error={error} />;
}
