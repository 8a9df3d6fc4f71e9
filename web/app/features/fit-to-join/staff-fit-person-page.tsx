import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Day } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import type { Route } from './+types/staff-fit-person-page.ts';
import { questionAt } from './api.ts';
import { AskAgain } from './ask-again.tsx';
import { PersonVerdict } from './person-verdict.tsx';
import type { Question } from './question.ts';
import { QuestionForm } from './question-form.tsx';
import { personVerdictQuery, printVerdicts } from './staff-api.ts';
import { useQuestion } from './use-question.ts';

const title = 'Fit to Join';

export const meta: Route.MetaFunction = (page) => titled(title, page);

export const clientLoader = async ({ params: { id }, request }: Route.ClientLoaderArgs) => {
  const question = await questionAt(request);
  if (question) await preload(personVerdictQuery(id, question));
};

/** The verdict on one person, and the way to close each gap. */
export default function StaffFitPersonPage() {
  const { id = '' } = useParams();
  const { question, ...asking } = useQuestion();
  if (asking.lists.length === 0)
    return <EmptyState title="No checklists yet.">Create one to judge documents by it.</EmptyState>;
  const form = <QuestionForm question={question} {...asking} />;
  if (question) return <OnePerson id={id} question={question} form={form} />;
  return (
    <>
      <PageHeader title={title} dense />
      <div className="max-w-5xl">{form}</div>
    </>
  );
}

function OnePerson({ id, question, form }: { id: string; question: Question; form: ReactNode }) {
  const { data: verdict } = useSuspenseQuery(personVerdictQuery(id, question));
  const { person, checklist } = verdict;
  return (
    <>
      <PageHeader
        title={`${title}: ${person.name}`}
        dense
        actions={
          <>
            <LinkButton to={staffPaths.person(id)} tone="plain" size="small">
              Person
            </LinkButton>
            <LinkButton to={staffPaths.fitToJoin({ ...question })} tone="plain" size="small">
              Everybody
            </LinkButton>
            <DownloadButton
              tone="plain"
              size="small"
              failure="Failed to print the verdict."
              fetch={() => printVerdicts(question, { person: id })}
            >
              PDF
            </DownloadButton>
          </>
        }
      >
        {person.email}
      </PageHeader>
      <div className="flex max-w-5xl flex-col gap-6">
        {form}
        <PersonVerdict
          {...verdict}
          fit={
            <>
              <strong>{person.name} can join.</strong> Every document is held to the end of the voyage.
            </>
          }
          unfit={`${person.name} is not ready to join yet.`}
          courseUrl={({ batch, courseId }) => (batch ? staffPaths.batch(batch._id) : staffPaths.course(courseId))}
          more={
            <>
              Source: {checklist.source}, read on <Day date={checklist.sourceDate} />. {checklist.note}
            </>
          }
        />
      </div>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <>
      <LoadFailure title={title} failure="Failed to judge the documents." error={error} />
      <AskAgain />
    </>
  );
}
