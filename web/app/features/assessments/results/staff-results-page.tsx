import { assessments } from '@fairlead/contract/assessments/calls';
import { marksInWords } from '@fairlead/contract/assessments/marks';
import { resultNames } from '@fairlead/contract/assessments/names';
import { fromWire } from '@fairlead/contract/platform/names';
import { Link } from 'react-router';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { formatSpan } from '../../../lib/format/running-time.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { Moment } from '../../../lib/site.tsx';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { ActionLink } from '../../../ui/dialogs/action-look.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../../ui/lists/list-filters.tsx';
import type { Column } from '../../../ui/lists/table-row.tsx';
import { useCourseFilter } from '../../courses/use-course-filter.ts';
import { formatPercent } from '../percent.ts';
import type { TestResult } from '../staff-wire.ts';
import type { Route } from './+types/staff-results-page.ts';

export const meta: Route.MetaFunction = (page) => titled('User Results', page);

const outcomes: ListFilter = {
  name: 'result',
  label: 'Result',
  any: 'All',
  options: [
    ['passed', 'Passed'],
    ['failed', 'Failed'],
  ],
};

const guessing: ListFilter = {
  name: 'guessing',
  label: 'Guessing',
  any: 'All',
  options: [['signs', 'Suspected']],
};

const columns: Column<TestResult>[] = [
  { title: 'User', cell: ({ name }) => name },
  { title: 'Email', cell: ({ email }) => <EmailText email={email} />, wide: true, hidden: true },
  {
    title: 'Test',
    cell: ({ id, courseTitle, testTitle }) => (
      <>
        <Link to={staffPaths.userResult(id)} className="text-link underline">
          {courseTitle}
        </Link>
        {testTitle !== courseTitle && <span className="text-sm text-soft">, {testTitle}</span>}
      </>
    ),
    wide: true,
  },
  {
    title: 'Score',
    cell: ({ score, totalQuestions, percentage }) =>
      `${marksInWords(score)} of ${totalQuestions} (${formatPercent(percentage)})`,
    figures: true,
    width: 'lg:w-36',
  },
  {
    title: 'Result',
    cell: ({ passed }) => <StatusBadge status={passed ? 'passed' : 'failed'} />,
    width: 'lg:w-30',
  },
  {
    title: 'Guessing',
    cell: ({ signs }) => (signs.length > 0 ? <span className="text-warn">{signs.join(', ')}</span> : '–'),
    width: 'lg:w-30',
  },
  {
    title: 'Time taken',
    cell: ({ secondsTaken }) => formatSpan(secondsTaken),
    figures: true,
    width: 'lg:w-28',
    hidden: true,
  },
  { title: 'Submitted', cell: ({ submittedAt }) => <Moment at={submittedAt} />, width: 'lg:w-44' },
];

function Ways({ result: { id, accountId } }: { result: TestResult }) {
  return (
    <>
      <ActionLink to={staffPaths.userResult(id)}>Open the result</ActionLink>
      <ActionLink to={staffPaths.person(accountId)}>Open the person’s page</ActionLink>
    </>
  );
}

export default function StaffResultsPage() {
  const list = usePaginatedList(['tests', 'results'], assessments.listSubmitted, ({ data }) =>
    fromWire(resultNames, data),
  );
  const course = useCourseFilter();
  const mayOpen = useMay('people:read');
  return (
    <>
      <PageHeader title="User Results" dense>
        Every test that was submitted, newest first.
      </PageHeader>
      <DataTable
        list={list}
        label="Test results"
        searchLabel="Search by user name, email or course"
        filters={[byAge('newest'), course, outcomes, guessing, { days: 'Submitted' }]}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={({ name, courseTitle }) => `${name}, ${courseTitle}`}
        to={({ id }) => staffPaths.userResult(id)}
        menu={mayOpen ? (result) => <Ways result={result} /> : undefined}
        failure="Failed to fetch test submissions"
        empty={
          <EmptyState title="No test submissions found.">Results appear as soon as a test is submitted.</EmptyState>
        }
        noMatch={<EmptyState title="No test submissions found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}
