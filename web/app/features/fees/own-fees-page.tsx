import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/own-fees-page.ts';
import { ownFeesQuery } from './api.ts';
import { FeeAmounts, FeeBadge, isOpen } from './fee-parts.tsx';

export const meta: Route.MetaFunction = (page) => titled('Fees', page);

export const clientLoader = async () => {
  await preload(ownFeesQuery);
};

/** The fees of a learner: what is to be paid, and what was. */
export default function OwnFeesPage() {
  const { data: fees } = useSuspenseQuery(ownFeesQuery);
  const open = fees.filter(isOpen);
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title="Fees">The fees of your courses, with receipts and invoices.</PageHeader>
      {fees.length === 0 ? (
        <EmptyState title="No fees." action={<LinkButton to={paths.userCourses}>My Courses</LinkButton>}>
          You have nothing to pay.
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-4">
          {[...open, ...fees.filter((fee) => !isOpen(fee))].map((fee) => (
            <li key={fee.id}>
              <Card className="flex flex-col gap-4">
                <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
                  <h2 id={`fee-${fee.id}`} className="min-w-0 text-lg wrap-anywhere">
                    <Link to={paths.fee(fee.id)} className="hover:text-link hover:underline">
                      {fee.courseTitle}
                    </Link>
                  </h2>
                  <FeeBadge {...fee} />
                </div>
                <FeeAmounts fee={fee} className="grid-cols-2 xl:grid-cols-4" />
                <div>
                  <LinkButton
                    to={paths.fee(fee.id)}
                    tone={fee.state === 'due' ? 'signal' : 'plain'}
                    className="max-sm:w-full"
                    aria-describedby={`fee-${fee.id}`}
                  >
                    {fee.state === 'due' ? 'Pay the fee' : isOpen(fee) ? 'See payment' : 'See payments'}
                  </LinkButton>
                </div>
              </Card>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Fees" failure="Failed to load your fees." error={error} />;
}
