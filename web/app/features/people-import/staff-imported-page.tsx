import { peopleImport } from '@fairlead/contract/people-import/calls';
import { fromWire } from '@fairlead/contract/platform/names';
import { profileNames } from '@fairlead/contract/seafarers/names';
import { groupDigits } from '@fairlead/contract/values/numbers';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { State } from '../../ui/feedback/alert.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { CheckboxField } from '../../ui/forms/choice-fields.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import { particularsFacts } from '../seafarers/staff-entered-particulars.tsx';
import type { Route } from './+types/staff-imported-page.ts';
import {
  confirmImport,
  type ImportRow,
  importQuery,
  isUnderWay,
  madeBy,
  type PeopleImport,
  refetchImport,
  refetchRows,
  undoImport,
} from './import-api.ts';
import { CorrectRow } from './staff-correct-row.tsx';
import { HowRead } from './staff-how-read.tsx';

export const meta: Route.MetaFunction = (page) => titled('Imported Users', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await preload(importQuery(params.id));
};

const outcomes: Record<ImportRow['outcome'], { text: string; tone: State | 'plain' }> = {
  new: { text: 'New account', tone: 'good' },
  matched: { text: 'Has an account', tone: 'info' },
  unchanged: { text: 'Nothing to do', tone: 'plain' },
  refused: { text: 'Needs correction', tone: 'bad' },
  undone: { text: 'Undone', tone: 'plain' },
  kept: { text: 'Not undone', tone: 'warn' },
};
const kinds = Object.keys(outcomes) as ImportRow['outcome'][];

const filters: ListFilter[] = [
  { name: 'outcome', label: 'Outcome', any: 'All rows', options: kinds.map((kind) => [kind, outcomes[kind].text]) },
  { name: 'remarked', label: 'Remarks', any: 'With or without', options: [['yes', 'With remarks']] },
];

const columns: Column<ImportRow>[] = [
  { title: 'Name', cell: ({ name }) => name || '–' },
  { title: 'Row', cell: ({ row }) => row, figures: true },
  {
    title: 'Email',
    // beside long remarks, a table would break it after each word
    cell: ({ email }) => (
      <span className="block lg:min-w-44">
        <EmailText email={email} />
      </span>
    ),
    wide: true,
  },
  {
    title: 'Course',
    cell: ({ course, batch }) => (
      <>
        <span className="block">{course || '–'}</span>
        {batch && <span className="block text-sm text-soft">Batch {batch}</span>}
      </>
    ),
  },
  {
    title: 'Outcome',
    wide: true,
    cell: ({ outcome, reason, toCheck, remarks, isLeftOut }) => (
      <>
        {isLeftOut ? <Badge>Left out</Badge> : <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].text}</Badge>}
        {reason && !isLeftOut && <span className="mt-1 block text-sm text-soft">{reason}</span>}
        {remarks
          .filter((remark) => !reason?.includes(remark))
          .map((remark) => (
            <span key={remark} className="mt-1 block text-sm text-soft">
              {remark}
            </span>
          ))}
        {toCheck.length > 0 && (
          <span className="mt-1 block text-sm">
            <strong>Check in the documents:</strong> {toCheck.join('; ')}
          </span>
        )}
      </>
    ),
  },
];

/** What becomes of each row of a table of people, the confirmation, the progress of the emails, and the undo. */
export default function StaffImportedPage() {
  const { id = '' } = useParams();
  const { data: table } = useSuspenseQuery(importQuery(id));
  const list = usePaginatedList(
    ['people', 'import rows', id],
    peopleImport.listRows,
    ({ data }) => fromWire(profileNames, data),
    { id },
  );
  const made = madeBy(table);
  const { undoneAt, layout } = table;
  // reloads the rows as they are taken back
  useEffect(() => {
    if (undoneAt !== null && made >= 0) void refetchRows(id);
  }, [id, undoneAt, made]);
  return (
    <>
      <PageHeader
        title="Imported Users"
        actions={
          <LinkButton to={staffPaths.importUsers} tone="plain">
            Upload another list
          </LinkButton>
        }
      >
        {table.filename}, read <Moment at={table.createdAt} />
      </PageHeader>
      <div className="mb-8 flex flex-col gap-6">
        <Standing table={table} />
        <HowRead table={table} />
      </div>
      <DataTable
        list={list}
        label="Rows"
        searchLabel="Search by name or email"
        filters={filters}
        itemKey={(row) => row.id}
        nameOf={({ name, email }) => name || email}
        to={({ personId }) => (personId ? staffPaths.person(personId) : undefined)}
        columns={columns}
        decide={
          layout && table.confirmedAt === null
            ? (row) => <CorrectRow importId={id} layout={layout} row={row} />
            : undefined
        }
        detail={(row) => <Facts facts={[['Mobile', row.mobile || '–'], ...particularsFacts(row.particulars)]} />}
        failure="Failed to load the rows."
        empty={<EmptyState title="No rows found.">The list has no rows.</EmptyState>}
        noMatch={<EmptyState title="No rows found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}

const counted = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${groupDigits(n)} ${many}`);
const people = (n: number) => counted(n, 'person', 'people');

/** What an import makes, in words: '2 new accounts, 1 person who has one, 3 enrollments'. */
const makes = ({ counts, enrolments }: PeopleImport) =>
  [
    counts.new > 0 && counted(counts.new, 'new account', 'new accounts'),
    counts.matched > 0 && `${people(counts.matched)} who ${counts.matched === 1 ? 'has' : 'have'} an account`,
    enrolments > 0 && counted(enrolments, 'enrollment', 'enrollments'),
  ]
    .filter(Boolean)
    .join(', ');

function Standing({ table }: { table: PeopleImport }) {
  if (table.undoneAt !== null) return <Undone table={table} />;
  return table.confirmedAt === null ? <Planned table={table} /> : <Confirmed table={table} />;
}

function Planned({ table }: { table: PeopleImport }) {
  const { counts, remarks } = table;
  const count = madeBy(table);
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div>
        <p className="text-lg font-semibold">{people(count)} can be imported.</p>
        <p className="text-soft">
          {count > 0 && `${makes(table)}. `}
          {counts.refused > 0 &&
            `${counted(counts.refused, 'row is', 'rows are')} left out. Correct the rows below, or download the list with its remarks. `}
          {remarks > 0 && `${counted(remarks, 'remark', 'remarks')} on what was not taken as it stands. `}
          Nothing has been stored yet.
        </p>
      </div>
      {count > 0 && <Confirm table={table} />}
    </Card>
  );
}

/** Confirms the import; where the rows say what to check, with the answer that it is checked. */
function Confirm({ table }: { table: PeopleImport }) {
  const { id, toCheck } = table;
  const dialog = {
    label: `Import ${people(madeBy(table))}`,
    tone: 'signal',
    title: 'Import Users',
    text: (
      <>
        <p>{makes(table)}: store all of it, and email the people?</p>
        <p className="text-soft">
          New people choose a password with the link in the email. Their accounts are then approved. You can undo this
          within a day.
        </p>
      </>
    ),
    confirm: 'Yes, Import',
    after: refetchImport,
    failure: 'Failed to import the users.',
  } as const;
  if (toCheck === 0) return <ConfirmAction {...dialog} act={() => confirmImport(id)} />;
  return (
    <FormAction {...dialog} check={() => ({})} act={(form) => confirmImport(id, form.has('checked'))}>
      <CheckboxField
        label={`For ${people(toCheck)}, I have checked in their documents what their rows list. The audit records it.`}
        name="checked"
        required
      />
    </FormAction>
  );
}

function Confirmed({ table }: { table: PeopleImport }) {
  const { id, mailsLeft, undoUntil } = table;
  const count = madeBy(table);
  const mailed = Math.max(0, count - mailsLeft);
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div className="min-w-0 flex-1 basis-80">
        <p className="text-lg font-semibold">{people(count)} imported.</p>
        <p className="text-soft">{makes(table)}.</p>
        {isUnderWay(table) ? (
          <ProgressBar
            className="mt-3"
            percent={Math.floor((100 * mailed) / count)}
            label={`${groupDigits(mailed)} of ${people(count)} emailed`}
          />
        ) : (
          <p className="text-soft">The emails are sent. New people choose a password first.</p>
        )}
      </div>
      {undoUntil && new Date(undoUntil).getTime() > Date.now() && (
        <ConfirmAction
          label="Undo import"
          title="Undo Import"
          tone="danger"
          text={
            <>
              <p>Take back this import: {makes(table)}?</p>
              <p className="text-soft">
                What somebody has used since stays, such as an account with a password, or a training that has begun.
                The rows say why. People who were emailed get an email that it was a mistake. You can undo an import
                until <Moment at={undoUntil} />.
              </p>
            </>
          }
          confirm="Yes, Undo"
          act={() => undoImport(id)}
          after={refetchImport}
          failure="Failed to undo the import."
        />
      )}
    </Card>
  );
}

function Undone({ table }: { table: PeopleImport }) {
  const { undone, kept } = table.counts;
  const left = madeBy(table);
  const done = undone + kept;
  return (
    <Card>
      {left > 0 ? (
        <ProgressBar
          percent={Math.floor((100 * done) / (done + left))}
          label={`${groupDigits(done)} of ${counted(done + left, 'row', 'rows')} undone`}
        />
      ) : (
        <>
          <p className="text-lg font-semibold">This import is undone.</p>
          <p className="text-soft">
            {counted(undone, 'row left', 'rows left')} nothing behind.
            {kept > 0 &&
              ` ${counted(kept, 'row was', 'rows were')} used since and could not be undone: see the reason in the list.`}
          </p>
        </>
      )}
    </Card>
  );
}
