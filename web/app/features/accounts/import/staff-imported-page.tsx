import { fromWire, idNames } from '@fairlead/contract/names';
import { peopleImport } from '@fairlead/contract/people-import';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { preload } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { paths } from '../../../lib/paths.ts';
import { Moment } from '../../../lib/site.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import type { State } from '../../../ui/feedback/alert.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import type { ListFilter } from '../../../ui/lists/list-filters.tsx';
import type { Column } from '../../../ui/lists/table-row.tsx';
import type { Route } from './+types/staff-imported-page.ts';
import {
  confirmImport,
  type ImportRow,
  importQuery,
  isUnderWay,
  type PeopleImport,
  refetchRows,
} from './import-api.ts';

export const meta: Route.MetaFunction = (page) => titled('Imported Users', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await preload(importQuery(params.id));
};

const outcomes: Record<ImportRow['outcome'], { text: string; tone: State | 'plain' }> = {
  good: { text: 'Ready', tone: 'good' },
  duplicate: { text: 'Duplicate', tone: 'warn' },
  registered: { text: 'Already has an account', tone: 'info' },
  invalid: { text: 'Needs correction', tone: 'bad' },
  invited: { text: 'Invited', tone: 'good' },
};
const kinds = Object.keys(outcomes) as ImportRow['outcome'][];

const filters: ListFilter[] = [
  { name: 'outcome', label: 'Outcome', any: 'All rows', options: kinds.map((kind) => [kind, outcomes[kind].text]) },
];

const columns: Column<ImportRow>[] = [
  {
    title: 'Name',
    cell: ({ name, email }) => (
      <>
        <span className="block font-semibold">{name || '–'}</span>
        <span className="block text-sm text-soft">
          <EmailText email={email} />
        </span>
      </>
    ),
  },
  { title: 'Row', cell: ({ row }) => row, figures: true },
  { title: 'Mobile', cell: ({ mobile }) => mobile || '–' },
  {
    title: 'Outcome',
    cell: ({ outcome, reason }) => (
      <>
        <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].text}</Badge>
        {reason && <span className="mt-1 block text-sm text-soft">{reason}</span>}
      </>
    ),
  },
];

/** The planned outcome for each row of a table of people, the confirmation, and the progress of the invitations. */
export default function StaffImportedPage() {
  const { id = '' } = useParams();
  const { data: table } = useSuspenseQuery(importQuery(id));
  const list = usePaginatedList(
    ['people', 'import rows', id],
    peopleImport.listRows,
    ({ data }) => fromWire(idNames, data),
    {
      id,
    },
  );
  const { invited } = table.counts;
  // reloads the rows when the counts change
  useEffect(() => {
    if (invited > 0) void refetchRows(id);
  }, [id, invited]);
  return (
    <>
      <PageHeader
        title="Imported Users"
        actions={
          <LinkButton to={paths.staff.importUsers} tone="plain">
            Upload another list
          </LinkButton>
        }
      >
        {table.filename}, read <Moment at={table.createdAt} />
      </PageHeader>
      <div className="mb-8">
        <Standing table={table} />
      </div>
      <DataTable
        list={list}
        label="Rows"
        searchLabel="Search by name or email"
        filters={filters}
        itemKey={(row) => row.id}
        columns={columns}
        failure="Failed to load the rows."
        empty={<EmptyState title="No rows found.">The list has no rows.</EmptyState>}
        noMatch={<EmptyState title="No rows found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}

const people = (n: number) => (n === 1 ? '1 person' : `${n.toLocaleString('en-IN')} people`);

function Standing({ table }: { table: PeopleImport }) {
  const { id, confirmedAt, counts } = table;
  const leftOut = counts.duplicate + counts.registered + counts.invalid;
  if (isUnderWay(table)) {
    const done = counts.invited;
    const percent = Math.floor((100 * done) / (done + counts.good));
    return (
      <Card>
        <ProgressBar
          percent={percent}
          label={`${done.toLocaleString('en-IN')} of ${people(done + counts.good)} invited`}
        />
      </Card>
    );
  }
  if (confirmedAt)
    return <Alert tone="good">{people(counts.invited)} invited by email. They choose a password first.</Alert>;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div>
        <p className="text-lg font-semibold">{people(counts.good)} can be invited.</p>
        <p className="text-soft">
          {leftOut === 0
            ? 'Every row is in order.'
            : `${leftOut.toLocaleString('en-IN')} rows are left out. You can correct the list and upload it again.`}{' '}
          No account has been created yet.
        </p>
      </div>
      {counts.good > 0 && (
        <ConfirmAction
          label={`Invite ${people(counts.good)}`}
          tone="signal"
          title="Import Users"
          text={
            <>
              <p>Create accounts for {people(counts.good)} and invite them by email?</p>
              <p className="text-soft">
                They choose a password with the link in the email. Their accounts are then approved.
              </p>
            </>
          }
          confirm="Yes, Invite"
          act={() => confirmImport(id)}
          failure="Failed to import the users."
        />
      )}
    </Card>
  );
}
