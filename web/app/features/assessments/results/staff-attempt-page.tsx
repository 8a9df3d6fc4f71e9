import { marksInWords } from '@fairlead/contract/assessments/marks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { preload } from '../../../lib/calls/query-client.ts';
import { formatRunningTime, formatSpan } from '../../../lib/format/running-time.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { Moment } from '../../../lib/site.tsx';
import { isMissing, LoadFailure } from '../../../shell/load-failure.tsx';
import { useMay } from '../../../shell/use-permissions.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { ReasonAction } from '../../../ui/dialogs/reason-action.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Card, PageHeader } from '../../../ui/layout.tsx';
import { CorrectKey } from '../answer-keys/staff-correct-key.tsx';
import { AnsweredQuestion } from '../answered-question.tsx';
import { formatPercent } from '../percent.ts';
import type { Route } from './+types/staff-attempt-page.ts';
import { type AttemptSeen, attemptQuery, refetchResults, reopenTest } from './staff-attempt-api.ts';

export const meta: Route.MetaFunction = (page) => titled('Test Result', page);

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  await preload(attemptQuery(params.id));
};

export default function StaffAttemptPage() {
  const { id = '' } = useParams();
  const { data: attempt } = useSuspenseQuery(attemptQuery(id));
  const mayEdit = useMay('tests:edit');
  return (
    <>
      <PageHeader
        title={attempt.name}
        actions={mayEdit && !attempt.passed && !attempt.reopened && <Reopen id={id} name={attempt.name} />}
      >
        {attempt.testTitle}
        {attempt.testTitle !== attempt.courseTitle && ` · ${attempt.courseTitle}`}
      </PageHeader>
      <div className="flex max-w-4xl flex-col gap-6">
        <Card className="p-6">
          <Figures attempt={attempt} />
        </Card>
        <History attempt={attempt} />
        <Card className="p-6">
          <h2 className="text-xl">Test paper</h2>
          <ol className="mt-4 flex list-decimal flex-col gap-6 pl-6">
            {attempt.questions.map((question) => (
              <AnsweredQuestion key={question.id} question={question}>
                <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <p className="text-sm text-soft">
                    {question.answeredAt && (
                      <>
                        Answered <Moment at={question.answeredAt} />
                      </>
                    )}
                  </p>
                  {mayEdit && <CorrectKey question={question} />}
                </div>
              </AnsweredQuestion>
            ))}
          </ol>
        </Card>
      </div>
    </>
  );
}

function Figures({ attempt }: { attempt: AttemptSeen }) {
  const { signs, score, totalQuestions, percentage, passed, secondsTaken, startedAt, submittedAt, deadline, version } =
    attempt;
  return (
    <Facts
      facts={[
        ['Result', <StatusBadge key="result" status={passed ? 'passed' : 'failed'} />],
        ['Score', `${marksInWords(score)} of ${totalQuestions} (${formatPercent(percentage)})`],
        ...(signs.length > 0 ? [['Looks like guessing', signs.join('; ')] as const] : []),
        ['Version of the test', String(version)],
        ['Time taken', formatSpan(secondsTaken)],
        ['Started', <Moment key="started" at={startedAt} />],
        ['Submitted', <Moment key="submitted" at={submittedAt} />],
        ...(deadline ? [['Deadline', <Moment key="deadline" at={deadline} />] as const] : []),
      ]}
    />
  );
}

/** Events of the attempt: times at which the window was left, changed scores, another attempt that was allowed. */
function History({ attempt: { absences, regrades, reopened } }: { attempt: AttemptSeen }) {
  if (absences.length === 0 && regrades.length === 0 && !reopened) return null;
  return (
    <Card className="flex flex-col gap-3 p-6">
      <h2 className="text-xl">Recorded</h2>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {absences.map(({ fromSecond, seconds }) => (
          <li key={fromSecond}>
            Left the window at {formatRunningTime(fromSecond)} for {formatSpan(seconds)}
          </li>
        ))}
        {regrades.map(({ at, oldScore, newScore, gainedPass, text }) => (
          <li key={`${at} ${text}`}>
            Score changed from {marksInWords(oldScore)} to {marksInWords(newScore)}
            {gainedPass && ', and now passed'}: the answer key of “{text}” was corrected, <Moment at={at} />
          </li>
        ))}
        {reopened && (
          <li>
            Another attempt allowed by {reopened.by}, <Moment at={reopened.at} />: {reopened.reason}
          </li>
        )}
      </ul>
    </Card>
  );
}

function Reopen({ id, name }: { id: string; name: string }) {
  return (
    <ReasonAction
      label="Allow another attempt"
      title="Allow another attempt?"
      text={<p>{name} can take the test one more time now. The limits of the test do not apply.</p>}
      reason={{ rows: 3, maxLength: 500 }}
      confirm="Yes, Allow"
      act={(reason) => reopenTest(id, reason)}
      after={refetchResults}
      failure="Failed to allow another attempt."
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LoadFailure title="Test Result" failure="Failed to load the result." error={error} refused={isMissing(error)} />
  );
}
