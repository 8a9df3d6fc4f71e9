import { courses } from '@fairlead/contract/courses';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { DataList } from '../../../ui/lists/data-list.tsx';
import { byAge, type ListFilter } from '../../../ui/lists/list-filters.tsx';
import { PlusIcon } from '../../../ui/more-icons.tsx';
import { courseOf } from '../wire.ts';
import type { Route } from './+types/staff-courses-page.ts';
import { StaffCourseCard } from './staff-course-card.tsx';

export const meta: Route.MetaFunction = (page) => titled('All Courses', page);

const states: ListFilter = {
  name: 'state',
  label: 'State',
  any: 'All',
  options: [
    ['active', 'Active'],
    ['inactive', 'Inactive'],
  ],
};
const filters: ListFilter[] = [byAge('newest', [['title', 'By title']]), states];

export default function StaffCoursesPage() {
  const list = usePaginatedList(['courses', 'all'], courses.list, ({ data }) => data.map(courseOf));
  const create = useMay('courses:edit') && (
    <LinkButton to={paths.staff.createCourse}>
      <PlusIcon /> Create Course
    </LinkButton>
  );
  return (
    <>
      <PageHeader title="All Courses" actions={create}>
        What the academy teaches, newest first. Active courses are shown in the catalogue.
      </PageHeader>
      <DataList
        list={list}
        label="Courses"
        searchLabel="Search courses"
        filters={filters}
        className="grid gap-5 sm:grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]"
        itemKey={({ id }) => id}
        failure="Failed to load courses"
        empty={<EmptyState title="No courses found.">The first one that you create will appear here.</EmptyState>}
        noMatch={<EmptyState title="No courses found.">Nothing matches “{list.searched}”.</EmptyState>}
      >
        {(course) => <StaffCourseCard course={course} />}
      </DataList>
    </>
  );
}
