import { marksInWords } from '@fairlead/contract/assessments/marks';
import { Link } from 'react-router';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import type { ListFilter } from '../../../ui/lists/list-filters.tsx';
import type { Column } from '../../../ui/lists/table-row.tsx';
import { type RegradedResult, useRegradedResults } from './staff-corrected-keys-api.ts';

const words = { gained: 'Now passed', below: 'Below the mark', score: 'Score only' } as const;

const outcomes: ListFilter = {
  name: 'outcome',
  label: 'Outcome',
  any: 'All',
  options: Object.entries(words),
};

const columns: Column<RegradedResult>[] = [
  {
    title: 'User',
    cell: ({ id, name }) => (
      <Link to={staffPaths.userResult(id)} className="font-semibold text-link hover:underline">
        {name}
      </Link>
    ),
  },
  { title: 'Email sent to', cell: ({ email }) => <EmailText email={email} /> },
  { title: 'Score before', cell: ({ oldScore }) => marksInWords(oldScore), figures: true },
  {
    title: 'Score after',
    cell: ({ newScore, totalQuestions }) => `${marksInWords(newScore)} of ${totalQuestions}`,
    figures: true,
  },
  {
    title: 'Outcome',
    cell: ({ outcome }) => (
      <Badge tone={outcome === 'gained' ? 'good' : outcome === 'below' ? 'warn' : 'plain'}>{words[outcome]}</Badge>
    ),
  },
];

/** The learners whose results a corrected answer key changed; each of them was notified. */
export function RegradedResults({ changeId }: { changeId: string }) {
  const list = useRegradedResults(changeId);
  return (
    <DataTable
      list={list}
      label="Changed results"
      searchLabel="Search by user name or email"
      filters={[outcomes]}
      itemKey={({ id }) => id}
      columns={columns}
      failure="Failed to fetch the changed results."
      empty={<EmptyState title="No result changed." />}
      noMatch={<EmptyState title="No results found.">Nothing matches “{list.searched}”.</EmptyState>}
    />
  );
}
