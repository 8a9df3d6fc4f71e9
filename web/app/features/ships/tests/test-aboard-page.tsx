import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { messageOf } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { unlisted } from '../../../lib/pages/page-meta.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { paths } from '../../../lib/paths.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { paperQuery } from '../../assessments/taking/api.ts';
import { QuestionPaper } from '../../assessments/taking/question-paper.tsx';
import type { Route } from './+types/test-aboard-page.ts';
import { handedInAboard } from './aboard-api.ts';

export const meta: Route.MetaFunction = (page) => [...titled('Test', page), unlisted];

/** The site's footer is slim here. */
export const handle = { slim: true };

/** The person's own paper of a test that is open on the computer of a ship. */
export default function TestAboardPage() {
  // it shows who this browser is, which the server does not know
  if (!useHydrated()) return <PageSkeleton />;
  return (
    <QueryClientProvider client={queryClient}>
      <OwnPaper />
    </QueryClientProvider>
  );
}

const toShip = <LinkButton to={paths.ship}>To the ship’s page</LinkButton>;

function OwnPaper() {
  const { courseId = '' } = useParams();
  const [handedIn, setHandedIn] = useState<string>();
  const { data: paper, error } = useQuery({ ...paperQuery(courseId), enabled: handedIn === undefined });
  if (handedIn !== undefined || error)
    return (
      <div className="mx-auto max-w-3xl">
        <PageHeader title="Test" />
        <EmptyState title={error ? 'The test is not shown.' : 'Thank you.'} action={toShip}>
          <span role="status">
            {handedIn ?? messageOf(error, 'The ship’s computer does not answer. Please try again.')}
          </span>
        </EmptyState>
      </div>
    );
  if (!paper?.attempt) return <PageSkeleton />;
  const { title, courseTitle, questions, passMark, attempt } = paper;
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={title}>
        {!title.includes(courseTitle) && `${courseTitle} · `}
        {questions.length === 1 ? '1 question' : `${questions.length} questions`} · {passMark}% to pass
      </PageHeader>
      <QuestionPaper
        key={attempt.id}
        paper={paper}
        attempt={attempt}
        handingIn={handedInAboard}
        onSubmitted={setHandedIn}
      />
    </div>
  );
}
