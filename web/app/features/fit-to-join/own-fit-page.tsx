import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/own-fit-page.ts';
import { offeredQuery, ownVerdictQuery, questionAt } from './api.ts';
import { AskAgain } from './ask-again.tsx';
import { PersonVerdict } from './person-verdict.tsx';
import { type Question, questionIn, withQuestion } from './question.ts';
import { QuestionForm } from './question-form.tsx';

const title = 'May I Join?';

export const meta: Route.MetaFunction = (page) => titled(title, page);

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const question = await questionAt(request);
  if (question) await preload(ownVerdictQuery(question));
};

/** Whether the learner may join a ship: what is missing or runs out, and which courses close the gap. */
export default function OwnFitPage() {
  const [params] = useSearchParams();
  const question = questionIn(params);
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title={title}>
        Which documents a job aboard requires, which of them you hold, and which course closes a gap.
      </PageHeader>
      {question ? (
        <Own question={question} />
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
  const { data: lists } = useSuspenseQuery(offeredQuery);
  const { data: verdict } = useSuspenseQuery(ownVerdictQuery(question));
  const [params, setParams] = useSearchParams();
  return (
    <div className="flex flex-col gap-6">
      <QuestionForm
        question={question}
        lists={lists}
        ask="Show"
        onAsk={(asked) => setParams(withQuestion(params, asked))}
      />
      <PersonVerdict
        {...verdict}
        fit={
          <>
            <strong>You hold every document for this voyage.</strong> The company and the flag decide whether you join.
          </>
        }
        unfit="You are not ready to join yet."
        courseUrl={({ courseId }) => paths.course(courseId)}
      />
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <>
      <LoadFailure title={title} failure="Failed to judge your documents." error={error} />
      <AskAgain />
    </>
  );
}
