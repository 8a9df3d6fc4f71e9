import { training } from '@fairlead/contract/training/calls';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { formatSize } from '../../../lib/format/file-size.ts';
import { formatSpan } from '../../../lib/format/running-time.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { ActionLink } from '../../../ui/dialogs/action-look.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../../ui/lists/list-filters.tsx';
import type { Column } from '../../../ui/lists/table-row.tsx';
import { countInWords, itemsOf } from '../../courses/item-words.ts';
import { useCourseFilter } from '../../courses/use-course-filter.ts';
import { type TrainingSet, trainingSetOf } from '../wire.ts';
import type { Route } from './+types/staff-training-page.ts';
import { SetFilms } from './staff-set-films.tsx';

export const meta: Route.MetaFunction = (page) => titled('All Training Videos', page);

const states: ListFilter = {
  name: 'state',
  label: 'Course is',
  any: 'All',
  options: [
    ['active', 'Active'],
    ['inactive', 'Inactive'],
  ],
};

const sum = (values: number[]) => values.reduce((all, one) => all + one, 0);

const columns: Column<TrainingSet>[] = [
  { title: 'Course', cell: ({ id, courseTitle }) => <span id={`training-${id}`}>{courseTitle}</span> },
  { title: 'Title', cell: ({ title }) => title, wide: true },
  { title: 'Content', cell: ({ films }) => countInWords(itemsOf(films)), width: 'lg:w-44' },
  {
    title: 'Length',
    cell: ({ films }) => formatSpan(sum(films.map((one) => one.durationSeconds))),
    width: 'lg:w-30',
    figures: true,
  },
  {
    title: 'Size',
    cell: ({ films }) => formatSize(sum(films.map((one) => one.sizeBytes))),
    width: 'lg:w-28',
    figures: true,
    roomy: true,
  },
  {
    title: 'Open to visitors',
    cell: ({ films }) => films.filter((one) => one.openToVisitors).length || '–',
    width: 'lg:w-36',
    figures: true,
    roomy: true,
  },
];

export default function StaffTrainingPage() {
  const list = usePaginatedList(['training', 'all'], training.list, ({ data }) => data.map(trainingSetOf));
  const course = useCourseFilter();
  const mayEdit = useMay('training:edit');
  return (
    <>
      <PageHeader title="All Training Videos" dense>
        The videos and packages of each course, in the order in which learners complete them.
      </PageHeader>
      <DataTable
        list={list}
        label="Training videos"
        searchLabel="Search by course or title"
        filters={[byAge('newest'), course, states]}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={({ courseTitle }) => courseTitle}
        to={({ courseId }) => staffPaths.course(courseId)}
        detail={(set) => <SetFilms set={set} />}
        menu={mayEdit ? (set) => <Menu set={set} /> : undefined}
        failure="Failed to load training videos."
        empty={<EmptyState title="No training videos found.">Upload the first videos of a course.</EmptyState>}
        noMatch={<EmptyState title="No training videos found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}

function Menu({ set: { courseId, id } }: { set: TrainingSet }) {
  return (
    <ActionLink to={staffPaths.uploadTrainingFor(courseId)} aria-describedby={`training-${id}`}>
      Add videos
    </ActionLink>
  );
}
