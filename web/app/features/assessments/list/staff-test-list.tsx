import type { ReactNode } from 'react';
import type { PaginatedList } from '../../../lib/calls/paginated-list.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { DataList } from '../../../ui/lists/data-list.tsx';
import { byAge, type ListFilter } from '../../../ui/lists/list-filters.tsx';
import { PlusIcon } from '../../../ui/more-icons.tsx';
import { useCourseFilter } from '../../courses/use-course-filter.ts';
import type { Test } from '../staff-wire.ts';
import { TestCard } from './staff-test-card.tsx';

type TestListProps = { list: PaginatedList<Test>; label: string; empty: ReactNode; filters?: readonly ListFilter[] };

/** A list of assessments, all or those that are published; `filters` follow those for age and course. */
export function TestList({ list, label, empty, filters = [] }: TestListProps) {
  const course = useCourseFilter();
  return (
    <DataList
      list={list}
      label={label}
      searchLabel="Search by course or title"
      filters={[byAge('newest'), course, ...filters]}
      itemKey={({ id }) => id}
      failure="Failed to fetch tests."
      empty={empty}
      noMatch={<EmptyState title="No tests found.">Nothing matches “{list.searched}”.</EmptyState>}
    >
      {(test) => <TestCard test={test} />}
    </DataList>
  );
}

/** The link to the form for a new assessment, for people who may create one. */
export function CreateTestLink() {
  if (!useMay('tests:edit')) return null;
  return (
    <LinkButton to={paths.staff.createTest}>
      <PlusIcon /> Create Test
    </LinkButton>
  );
}
