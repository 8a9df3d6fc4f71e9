import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { preload } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { CourseLoadFailure } from '../../courses/course-load-failure.tsx';
import type { Route } from './+types/practice-page.ts';
import { practiceQuery } from './api.ts';
import { PracticeRound } from './practice-round.tsx';

export const meta: Route.MetaFunction = (page) => titled('Practice', page);

/** The site's footer is slim here. */
export const handle = { atWork: true, slim: true };

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await preload(practiceQuery(params.courseId));
};

/** The questions for practice of a course, one after the other, as often as the learner likes. */
export default function PracticePage() {
  const { courseId = '' } = useParams();
  const { data: practice } = useSuspenseQuery(practiceQuery(courseId));
  const [round, setRound] = useState(1);
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Practice"
        actions={
          <LinkButton tone="plain" size="small" to={paths.courseContent(courseId)}>
            Back to the course
          </LinkButton>
        }
      >
        {practice.courseTitle}
      </PageHeader>
      {practice.questions.length === 0 ? (
        <EmptyState title="No practice questions">
          There are no questions for you to practise with at present.
        </EmptyState>
      ) : (
        <>
          <p className="mb-4 text-soft">
            This is only practice: your answers are not recorded, and do not count for the test or the certificate.
          </p>
          <PracticeRound
            key={round}
            practice={practice}
            isAgain={round > 1}
            onAgain={() => setRound((before) => before + 1)}
          />
        </>
      )}
    </div>
  );
}

/** The server refuses anyone who is not approved for the course, and sends the reason. */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  return (
    <div className="mx-auto max-w-3xl">
      <CourseLoadFailure
        title="Practice"
        failure="Failed to load the practice questions."
        error={error}
        courseId={params.courseId}
      />
    </div>
  );
}
