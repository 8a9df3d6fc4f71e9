import { assessments } from '@fairlead/contract/assessments';
import { resultNames } from '@fairlead/contract/assessments-names';
import { fromWire } from '@fairlead/contract/names';
import { Link } from 'react-router';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { formatSpan } from '../../../lib/format/running-time.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { paths } from '../../../lib/paths.ts';
import { Moment } from '../../../lib/site.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../../ui/lists/list-filters.tsx';
import { PersonLink } from '../../accounts/people/person-link.tsx';
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
  {
    title: 'User',
    cell: ({ accountId, name, email }) => (
      <>
        <span className="block font-semibold">
          <PersonLink id={accountId} name={name} />
        </span>
        <span className="block text-sm text-soft">
          <EmailText email={email} />
        </span>
      </>
    ),
  },
  {
    title: 'Test',
    cell: ({ id, courseTitle, testTitle }) => (
      <>
        <Link to={paths.staff.userResult(id)} className="block text-link hover:underline">
          {courseTitle}
        </Link>
        {testTitle !== courseTitle && <span className="block text-sm text-soft">{testTitle}</span>}
      </>
    ),
  },
  { title: 'Score', cell: ({ score, totalQuestions }) => `${score} of ${totalQuestions}`, figures: true },
  { title: 'Percentage', cell: ({ percentage }) => formatPercent(percentage), figures: true },
  {
    title: 'Result',
    cell: ({ passed, signs }) => (
      <>
        <StatusBadge status={passed ? 'passed' : 'failed'} />
        {signs.map((sign) => (
          <span key={sign} className="mt-1 block text-sm text-warn">
            {sign}
          </span>
        ))}
      </>
    ),
  },
  { title: 'Time taken', cell: ({ secondsTaken }) => formatSpan(secondsTaken), figures: true },
  { title: 'Submitted', cell: ({ submittedAt }) => <Moment at={submittedAt} /> },
];

export default function StaffResultsPage() {
  const list = usePaginatedList(['tests', 'results'], assessments.listSubmitted, ({ data }) =>
    fromWire(resultNames, data),
  );
  const course = useCourseFilter();
  return (
    <>
      <PageHeader title="User Results">Every test that was submitted, newest first.</PageHeader>
      <DataTable
        list={list}
        label="Test results"
        searchLabel="Search by user name, email or course"
        filters={[byAge('newest'), course, outcomes, guessing, { days: 'Submitted' }]}
        itemKey={({ id }) => id}
        columns={columns}
        failure="Failed to fetch test submissions"
        empty={
          <EmptyState title="No test submissions found.">Results appear as soon as a test is submitted.</EmptyState>
        }
        noMatch={<EmptyState title="No test submissions found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}
