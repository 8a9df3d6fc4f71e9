import { batches } from '@fairlead/contract/batches/calls';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { useMay } from '../../shell/use-permissions.ts';
import { ActionLink } from '../../ui/dialogs/action-look.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import { useCourseFilter } from '../courses/use-course-filter.ts';
import type { Route } from './+types/staff-batches-page.ts';
import { BatchDays, BatchState, Seats } from './staff-batch-parts.tsx';
import { type Batch, batchOf } from './staff-wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Batches', page);

const columns: Column<Batch>[] = [
  { title: 'Batch', cell: ({ id, code }) => <span id={`batch-${id}`}>{code}</span>, width: 'lg:w-28' },
  { title: 'Course', cell: ({ courseTitle }) => courseTitle, wide: true },
  { title: 'Days', cell: (batch) => <BatchDays {...batch} />, width: 'lg:w-44' },
  { title: 'Venue', cell: ({ venue }) => venue, width: 'lg:w-40', roomy: true },
  { title: 'Instructor', cell: ({ instructor }) => instructor?.name ?? '–', hidden: true },
  { title: 'Seats', cell: (batch) => <Seats {...batch} />, width: 'lg:w-36' },
  { title: 'State', cell: (batch) => <BatchState {...batch} />, width: 'lg:w-32' },
];

const phases: ListFilter = {
  name: 'phase',
  label: 'Time',
  any: 'All',
  options: [
    ['upcoming', 'Upcoming'],
    ['running', 'Running'],
    ['over', 'Over'],
  ],
};
const states: ListFilter = {
  name: 'state',
  label: 'Requests',
  any: 'All',
  options: [
    ['open', 'Open'],
    ['closed', 'Closed'],
    ['cancelled', 'Cancelled'],
  ],
};
const teaching: ListFilter = { name: 'teaching', label: 'Instructor', any: 'Everyone', options: [['me', 'Me']] };

export default function StaffBatchesPage() {
  const list = usePaginatedList(['batches', 'all'], batches.list, ({ data }) => data.map(batchOf));
  const course = useCourseFilter();
  const mayEdit = useMay('enrolments:decide');
  return (
    <>
      <PageHeader title="Batches" dense>
        Dates, seats and people of the courses in the classroom.
      </PageHeader>
      <DataTable
        list={list}
        label="Batches"
        searchLabel="Search by batch, venue or course"
        filters={[byAge('newest', [['firstDay', 'By first day']]), phases, states, course, teaching, { days: 'Class' }]}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={({ code }) => code}
        to={({ id }) => staffPaths.batch(id)}
        menu={(batch) => <Menu batch={batch} mayEdit={mayEdit} />}
        failure="Failed to load batches."
        empty={
          <EmptyState title="No batches found.">
            Set a course’s format to Classroom, then create its first batch here.
          </EmptyState>
        }
        noMatch={<EmptyState title="No batches found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}

function Menu({ batch: { id, state }, mayEdit }: { batch: Batch; mayEdit: boolean }) {
  return (
    <>
      {state !== 'cancelled' && (
        <ActionLink to={staffPaths.attendance(id)} aria-describedby={`batch-${id}`}>
          Attendance
        </ActionLink>
      )}
      {mayEdit && state !== 'cancelled' && (
        <ActionLink to={staffPaths.editBatch(id)} aria-describedby={`batch-${id}`}>
          Edit
        </ActionLink>
      )}
    </>
  );
}
