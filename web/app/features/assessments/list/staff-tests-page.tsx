import { assessments } from '@fairlead/contract/assessments/calls';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import type { ListFilter } from '../../../ui/lists/list-filters.tsx';
import { testOf } from '../staff-wire.ts';
import type { Route } from './+types/staff-tests-page.ts';
import { GuessingOfAll } from './staff-guessing-notice.tsx';
import { TestList } from './staff-test-list.tsx';

export const meta: Route.MetaFunction = (page) => titled('All Tests', page);

const states: ListFilter = {
  name: 'state',
  label: 'State',
  any: 'All',
  options: [
    ['published', 'Published'],
    ['unpublished', 'Unpublished'],
  ],
};

const guessing: ListFilter = {
  name: 'guessing',
  label: 'Guessing',
  any: 'All',
  options: [['possible', 'Can be guessed']],
};

export default function StaffTestsPage() {
  return (
    <>
      <PageHeader title="All Tests" dense>
        Learners take the published test of their course after they submit the training.
      </PageHeader>
      <GuessingOfAll />
      <TestList
        list={usePaginatedList(['tests', 'all'], assessments.list, ({ data }) => data.map(testOf))}
        label="Tests"
        filters={[states, guessing]}
        empty={<EmptyState title="No tests found.">The first one that you create will appear here.</EmptyState>}
      />
    </>
  );
}
