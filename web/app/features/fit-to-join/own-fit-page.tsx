import type { ClosingCourse } from '@fairlead/contract/fit-to-join/calls';
import { useSuspenseQuery } from '@tanstack/react-query';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/own-fit-page.ts';
import { ownVerdictQuery, questionAt } from './api.ts';
import { AskAgain } from './ask-again.tsx';
import { type GapActions, PersonVerdict } from './person-verdict.tsx';
import type { Question } from './question.ts';
import { QuestionForm } from './question-form.tsx';
import { useQuestion } from './use-question.ts';

const title = 'May I Join?';

export const meta: Route.MetaFunction = (page) => titled(title, page);

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const question = await questionAt(request);
  if (question) await preload(ownVerdictQuery(question));
};

/** Whether the learner may join a ship: what is missing or runs out, and which courses close the gap. */
export default function OwnFitPage() {
  const { lists, question, ...asking } = useQuestion();
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title={title}>
        Which documents a job aboard requires, which of them you hold, and which course closes a gap.
      </PageHeader>
      {lists.length > 0 ? (
        <div className="flex flex-col gap-6">
          <QuestionForm question={question} lists={lists} {...asking} />
          {question && <Own question={question} />}
        </div>
      ) : (
        <EmptyState
          title="The academy has no checklists yet."
          action={<LinkButton to={paths.ownCertificates}>Your certificates</LinkButton>}
        />
      )}
    </div>
  );
}

function Own({ question }: { question: Question }) {
  const { data: verdict } = useSuspenseQuery(ownVerdictQuery(question));
  return (
    <PersonVerdict
      {...verdict}
      fit={
        <>
          <strong>You hold every document for this voyage.</strong> The company and the flag decide whether you join.
        </>
      }
      unfit="You are not ready to join yet."
      courseUrl={({ courseId }) => paths.course(courseId)}
      gapActions={ownActions}
    />
  );
}

/** What a learner can do about a gap: add the document, or book a course. */
const ownActions: GapActions = ({ row, cell, courses, describedBy }) => (
  <>
    {cell.state !== 'held' && (
      <LinkButton to={paths.addDocument(row.anyOf)} tone="plain" size="small" aria-describedby={describedBy}>
        {cell.state === 'missing' ? 'I have it: add' : 'Enter the new one'}
      </LinkButton>
    )}
    {courses.filter(isBookable).map((course) => (
      <LinkButton
        key={course.courseId}
        to={paths.course(course.courseId)}
        tone="plain"
        size="small"
        aria-describedby={`${describedBy} ${describedBy}-${course.courseId}`}
      >
        Book the course
      </LinkButton>
    ))}
  </>
);

/** Whether there is a date with a free seat, or it can be taken online. */
const isBookable = ({ batch, isOnline }: ClosingCourse) => batch !== null || isOnline;

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <>
      <LoadFailure title={title} failure="Failed to judge your documents." error={error} />
      <AskAgain />
    </>
  );
}
