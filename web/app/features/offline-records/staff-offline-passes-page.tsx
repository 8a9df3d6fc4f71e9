import { contradictionWords, offlineRecords } from '@fairlead/contract/offline-records/calls';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { formatSpan } from '../../lib/format/running-time.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { useMay } from '../../shell/use-permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import { useCourseFilter } from '../courses/use-course-filter.ts';
import type { Route } from './+types/staff-offline-passes-page.ts';
import { ProgressUpload } from './progress-upload.tsx';
import { refetchPasses, type StaffPass, staffPassOf, withdrawPass } from './staff-api.ts';

export const meta: Route.MetaFunction = (page) => titled('Courses Aboard', page);

const columns: Column<StaffPass>[] = [
  { title: 'User', cell: ({ id, person }) => <span id={`pass-${id}`}>{person.name}</span>, width: 'lg:w-32' },
  { title: 'Course', cell: ({ courseTitle }) => courseTitle, wide: true },
  { title: 'Device', cell: ({ device }) => device, width: 'lg:w-44', hidden: true },
  { title: 'Taken aboard', cell: ({ issuedAt }) => <Moment at={issuedAt} />, width: 'lg:w-41' },
  { title: 'Last seen', cell: ({ seenAt }) => <Moment at={seenAt} />, width: 'lg:w-41' },
  {
    title: 'Credited',
    cell: ({ creditedSeconds }) => (creditedSeconds > 0 ? formatSpan(creditedSeconds) : 'Nothing'),
    width: 'lg:w-24',
  },
  { title: 'State', cell: (pass) => <State pass={pass} />, width: 'lg:w-36' },
];

const states: ListFilter = {
  name: 'state',
  label: 'State',
  any: 'All',
  options: [
    ['valid', 'Aboard'],
    ['withdrawn', 'Withdrawn'],
    ['to-check', 'To check'],
  ],
};

/** Who has taken which course aboard, what came back, and what of it contradicts itself. */
export default function StaffOfflinePassesPage() {
  const list = usePaginatedList(['offline-passes'], offlineRecords.list, ({ data }) => data.map(staffPassOf));
  const course = useCourseFilter();
  const mayEdit = useMay('training:edit');
  return (
    <>
      <PageHeader title="Courses Aboard" dense actions={mayEdit && <UploadProgress />}>
        Who has taken a course aboard, and what has come back.
      </PageHeader>
      <DataTable
        list={list}
        label="Courses aboard"
        searchLabel="Search by name or email"
        filters={[byAge('newest'), states, course]}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={({ person, courseTitle }) => `${person.name}, ${courseTitle}`}
        to={({ enrolmentId }) => staffPaths.watchRecord(enrolmentId)}
        detail={(pass) => (hasDetail(pass) ? <Detail pass={pass} /> : undefined)}
        menu={(pass) => (mayEdit && pass.withdrawnAt === null ? <Withdraw pass={pass} /> : undefined)}
        failure="Failed to load the courses aboard."
        empty={<EmptyState title="No courses aboard found.">Nobody has taken a course aboard yet.</EmptyState>}
        noMatch={<EmptyState title="No courses aboard found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}

const UploadProgress = () => (
  <ProgressUpload
    label="Upload progress files"
    text="Drop the attachments of the ship’s email here, or choose saved files. Each counts once, for its owner alone."
    after={refetchPasses}
  />
);

function State({ pass: { withdrawnAt, contradictions } }: { pass: StaffPass }) {
  if (contradictions.length > 0) return <Badge tone="warn">To check</Badge>;
  return withdrawnAt ? <Badge>Withdrawn</Badge> : <Badge tone="good">Aboard</Badge>;
}

const hasDetail = ({ withdrawnAt, contradictions, replaced }: StaffPass) =>
  withdrawnAt !== null || contradictions.length > 0 || replaced.films > 0;

/** What is to be known beside the row: a withdrawal, replaced videos, and what there is to check. */
const Detail = ({ pass: { withdrawnAt, toldAt, contradictions, replaced } }: { pass: StaffPass }) => (
  <div className="flex flex-col gap-2 text-sm">
    {withdrawnAt && (
      <p>
        Withdrawn on <Moment at={withdrawnAt} />. What was watched before counts.{' '}
        {toldAt ? (
          <>
            The device was told on <Moment at={toldAt} />.
          </>
        ) : (
          'The device was not connected since, and does not know it yet.'
        )}
      </p>
    )}
    {replaced.films > 0 && <p>{replacedInWords(replaced)}</p>}
    {contradictions.length > 0 && (
      <ul aria-label="To check" className="flex flex-col gap-2">
        {contradictions.map(({ kind, times, firstAt }) => (
          <li key={kind}>
            <strong className="font-semibold">{contradictionWords[kind].found}</strong> {contradictionWords[kind].means}{' '}
            <span className="text-soft">
              {times > 1 ? `${times} times, first received ` : 'Received '}
              <Moment at={firstAt} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </div>
);

const replacedInWords = ({ films, counts, shorter }: StaffPass['replaced']): string =>
  `Took an older version: you have replaced ${films === 1 ? 'one of its videos' : `${films} of its videos`} since. ${
    counts
      ? `An old video that was watched whole counts for the new one.${shorter > 0 ? ` ${shorterInWords({ films, shorter })}` : ''}`
      : 'By the setting of the course, old videos do not count for the new ones.'
  }`;

function shorterInWords({ films, shorter }: Pick<StaffPass['replaced'], 'films' | 'shorter'>): string {
  const which = films === 1 ? 'This one is' : shorter === 1 ? 'One of them is' : `${shorter} of them are`;
  return `${which} shorter than the new one, and ${shorter === 1 ? 'does' : 'do'} not count.`;
}

const Withdraw = ({ pass }: { pass: StaffPass }) => (
  <ConfirmAction
    label="Withdraw"
    size="small"
    describedBy={`pass-${pass.id}`}
    title="Withdraw Offline Pass"
    text={
      <p>
        Withdraw the offline pass of <strong>{pass.person.name}</strong>? The device is told when it is next connected.
        What was watched before counts.
      </p>
    }
    confirm="Yes, Withdraw"
    tone="danger"
    act={() => withdrawPass(pass)}
    after={refetchPasses}
    failure="Failed to withdraw the offline pass."
  />
);
