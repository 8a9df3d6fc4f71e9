import type { ReactNode } from 'react';
import type { PaginatedList } from '../../../lib/calls/paginated-list.ts';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { Badge, StatusBadge } from '../../../ui/badge.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../../ui/lists/list-filters.tsx';
import type { Column } from '../../../ui/lists/table-row.tsx';
import { PlusIcon } from '../../../ui/more-icons.tsx';
import { useCourseFilter } from '../../courses/use-course-filter.ts';
import { limitsInWords } from '../settings-words.ts';
import type { Test } from '../staff-wire.ts';
import { GuessingNotice } from './staff-guessing-notice.tsx';
import { PublishButton } from './staff-publish-button.tsx';
import { FurtherTestActions, TestActions } from './staff-test-actions.tsx';
import { countInWords, TestQuestions } from './staff-test-parts.tsx';

const columns: Column<Test>[] = [
  { title: 'Test', cell: ({ id, title }) => <span id={`test-${id}`}>{title}</span> },
  { title: 'Course', cell: ({ courseTitle }) => courseTitle, wide: true },
  { title: 'Questions', cell: countInWords, width: 'lg:w-38', roomy: true },
  { title: 'Pass mark', cell: ({ passMark }) => `${passMark}%`, width: 'lg:w-26', figures: true },
  { title: 'Limits', cell: ({ settings }) => limitsInWords(settings), width: 'lg:w-60', hidden: true },
  {
    title: 'Guessing',
    cell: ({ guessable }) => (guessable ? <Badge tone="warn">Possible</Badge> : '–'),
    width: 'lg:w-28',
    roomy: true,
  },
  {
    title: 'State',
    cell: ({ isPublished }) => <StatusBadge status={isPublished ? 'published' : 'unpublished'} />,
    width: 'lg:w-34',
  },
];

type TestListProps = { list: PaginatedList<Test>; label: string; empty: ReactNode; filters?: readonly ListFilter[] };

/** A list of assessments, all or those that are published; `filters` follow those for age and course. */
export function TestList({ list, label, empty, filters = [] }: TestListProps) {
  const course = useCourseFilter();
  const mayEdit = useMay('tests:edit');
  return (
    <DataTable
      list={list}
      label={label}
      searchLabel="Search by course or title"
      filters={[byAge('newest'), course, ...filters]}
      itemKey={({ id }) => id}
      columns={columns}
      nameOf={({ title }) => title}
      detail={(test) => <TestDetail test={test} />}
      decide={mayEdit ? (test) => <PublishButton test={test} /> : undefined}
      decideWidth="lg:w-40"
      menu={(test) => (
        <>
          <TestActions test={test} />
          <FurtherTestActions test={test} />
        </>
      )}
      failure="Failed to fetch tests."
      empty={empty}
      noMatch={<EmptyState title="No tests found.">Nothing matches “{list.searched}”.</EmptyState>}
    />
  );
}

/** What is below the row of an assessment: its limits, a warning about guessing, and its questions. */
const TestDetail = ({ test }: { test: Test }) => (
  <div className="flex max-w-4xl flex-col gap-4">
    <p className="text-soft">{limitsInWords(test.settings)}.</p>
    <GuessingNotice test={test} />
    <TestQuestions test={test} />
  </div>
);

/** The link to the form for a new assessment of a course, for people who may create one. */
export function CreateTestLink({ courseId }: { courseId: string }) {
  if (!useMay('tests:edit')) return null;
  return (
    <LinkButton to={staffPaths.createTestFor(courseId)}>
      <PlusIcon /> Create Test
    </LinkButton>
  );
}
