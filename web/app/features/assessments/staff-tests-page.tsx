import { titled } from '../../lib/page-title.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import type { ListFilter } from '../../ui/list-filters.tsx';
import type { Route } from './+types/staff-tests-page.ts';
import { useAllTests } from './staff-api.ts';
import { CreateTestLink, TestList } from './staff-test-list.tsx';

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

export default function StaffTestsPage() {
  return (
    <>
      <PageHeader title="All Tests" actions={<CreateTestLink />}>
        Learners sit the published test of their course once they have submitted the training.
      </PageHeader>
      <TestList
        list={useAllTests()}
        label="Tests"
        filters={[states]}
        empty={<EmptyState title="No tests found.">The first one that you create will appear here.</EmptyState>}
      />
    </>
  );
}
