import { courses } from '@fairlead/contract/courses/calls';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { useMay } from '../../shell/use-permissions.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { CoursePicture } from '../../ui/course-picture.tsx';
import { cx } from '../../ui/cx.ts';
import { ActionLink } from '../../ui/dialogs/action-look.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import { courseFacts } from '../courses/editing/staff-course-facts.tsx';
import { SetActivity } from '../courses/editing/staff-set-activity.tsx';
import { type Course, courseOf, stateOf } from '../courses/wire.ts';
import type { Route } from './+types/staff-courses-page.ts';
import { AddSample } from './staff-home/staff-sample-course.tsx';

export const meta: Route.MetaFunction = (page) => titled('All Courses', page);

const states: ListFilter = {
  name: 'state',
  label: 'State',
  any: 'All',
  options: [
    ['active', 'Active'],
    ['draft', 'Draft'],
    ['inactive', 'Inactive'],
  ],
};
const filters: ListFilter[] = [byAge('newest', [['title', 'By title']]), states];

const columns: Column<Course>[] = [
  {
    title: 'Course',
    cell: ({ id, title, picture, isActive, asksSpeed }) => (
      <>
        <span className="mr-2.5 inline-block w-12 overflow-hidden rounded-sm align-middle">
          <CoursePicture title={title} picture={picture} className={cx('h-7', !isActive && 'opacity-50 grayscale')} />
        </span>
        <span id={`course-${id}`}>{title}</span>
        {asksSpeed && (
          <span className="ml-2.5">
            <Badge tone="warn">Confirm speed</Badge>
          </span>
        )}
      </>
    ),
  },
  { title: 'Category', cell: ({ category }) => category, width: 'lg:w-36' },
  { title: 'Format', cell: courseFacts.format, width: 'lg:w-32', roomy: true },
  { title: 'Duration', cell: ({ duration }) => duration, width: 'lg:w-28' },
  { title: 'Price', cell: courseFacts.price, width: 'lg:w-26', figures: true },
  { title: 'Certificate', cell: courseFacts.validity, width: 'lg:w-28', roomy: true },
  { title: 'Playback', cell: courseFacts.playback, width: 'lg:w-28', hidden: true },
  {
    title: 'State',
    cell: (course) => <StatusBadge status={stateOf(course)} />,
    width: 'lg:w-26',
  },
];

export default function StaffCoursesPage() {
  const list = usePaginatedList(['courses', 'all'], courses.list, ({ data }) => data.map(courseOf));
  const mayEdit = useMay('courses:edit');
  const mayAddSample = useMay('settings:edit');
  return (
    <>
      <PageHeader title="All Courses" dense>
        What the academy teaches. The catalogue shows active courses.
      </PageHeader>
      <DataTable
        list={list}
        label="Courses"
        searchLabel="Search courses"
        filters={filters}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={({ title }) => title}
        to={({ id }) => staffPaths.course(id)}
        menu={mayEdit ? (course) => <Menu course={course} /> : undefined}
        failure="Failed to load courses"
        empty={
          <EmptyState title="No courses found." action={mayAddSample && <AddSample>Add a sample course</AddSample>}>
            The first one that you create will appear here.
          </EmptyState>
        }
        noMatch={<EmptyState title="No courses found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}

function Menu({ course }: { course: Course }) {
  return (
    <>
      <ActionLink to={staffPaths.editCourse(course.id)} aria-describedby={`course-${course.id}`}>
        Edit
      </ActionLink>
      <SetActivity course={course} />
    </>
  );
}
