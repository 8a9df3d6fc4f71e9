import { assessments } from '@fairlead/contract/assessments/calls';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { testOf } from '../staff-wire.ts';
import type { Route } from './+types/staff-published-tests-page.ts';
import { GuessingOfAll } from './staff-guessing-notice.tsx';
import { TestList } from './staff-test-list.tsx';

export const meta: Route.MetaFunction = (page) => titled('Published Tests', page);

export default function StaffPublishedTestsPage() {
  return (
    <>
      <PageHeader title="Published Tests" dense>
        The tests that learners take now, one for each course.
      </PageHeader>
      <GuessingOfAll />
      <TestList
        list={usePaginatedList(['tests', 'published'], assessments.listPublished, ({ data }) => data.map(testOf))}
        label="Published tests"
        empty={
          <EmptyState
            title="No published tests found."
            action={
              <LinkButton to={staffPaths.allTests} tone="plain">
                All Tests
              </LinkButton>
            }
          >
            Publish a test, and the learners of its course can take it.
          </EmptyState>
        }
      />
    </>
  );
}
