import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { preload } from '../../../lib/calls/query-client.ts';
import { NetworkError } from '../../../lib/calls/transport.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { CourseLoadFailure } from '../../courses/course-load-failure.tsx';
import type { Result } from '../wire.ts';
import type { Route } from './+types/test-page.ts';
import { paperQuery } from './api.ts';
import { gradedAtOnce } from './handing-in.ts';
import { QuestionPaper } from './question-paper.tsx';
import { TestResult } from './test-result.tsx';
import { TestStart } from './test-start.tsx';

export const meta: Route.MetaFunction = (page) => titled('Test', page);

/** The site's footer is slim here. */
export const handle = { atWork: true, slim: true };

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await preload(paperQuery(params.courseId));
};

export default function TestPage() {
  const { courseId = '' } = useParams();
  const { data: paper } = useSuspenseQuery(paperQuery(courseId));
  const [result, setResult] = useState<Result>();
  const shown = result ?? (paper?.result?.passed ? paper.result : undefined);
  if (!paper) {
    return (
      <>
        <PageHeader title="Test" />
        <EmptyState
          title="No test yet"
          action={<LinkButton to={paths.courseContent(courseId)}>Back to the course</LinkButton>}
        >
          The academy has not published the test of this course.
        </EmptyState>
      </>
    );
  }
  const count = paper.sitting?.questionCount ?? paper.questions.length;
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title={paper.title}
        actions={
          !paper.attempt && (
            <LinkButton tone="plain" size="small" to={paths.courseContent(courseId)}>
              Back to the course
            </LinkButton>
          )
        }
      >
        {!paper.title.includes(paper.courseTitle) && `${paper.courseTitle} · `}
        {count === 1 ? '1 question' : `${count} questions`} · {paper.passMark}% to pass
      </PageHeader>
      {shown ? (
        <TestResult paper={paper} result={shown} isNew={result !== undefined} onAgain={() => setResult(undefined)} />
      ) : paper.attempt ? (
        <QuestionPaper
          key={paper.attempt.id}
          paper={paper}
          attempt={paper.attempt}
          handingIn={gradedAtOnce}
          onSubmitted={setResult}
        />
      ) : (
        paper.sitting && <TestStart paper={paper} sitting={paper.sitting} />
      )}
    </div>
  );
}

const needsLink =
  'You have no connection. A test needs the internet, for a few kilobytes. You can practise without internet if the course is aboard.';

/** Before the training is submitted, the server refuses the paper and sends the reason. */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const isLost = error instanceof NetworkError;
  return (
    <div className="mx-auto max-w-3xl">
      <CourseLoadFailure
        title="Test"
        failure={isLost ? needsLink : 'Failed to load test.'}
        error={isLost ? undefined : error}
        courseId={params.courseId}
      />
    </div>
  );
}
