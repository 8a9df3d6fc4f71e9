import type { PreviewResult } from '@fairlead/contract/course-preview/calls';
import { useEffect, useRef, useState } from 'react';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { Card } from '../../ui/layout.tsx';
import { viewOf } from '../assessments/kinds/kinds.ts';
import { PaperQuestions } from '../assessments/paper-questions.tsx';
import { scoreInWords } from '../assessments/percent.ts';
import { limitsInWords } from '../assessments/settings-words.ts';
import { gradeAnswers, type Preview, readPreviewAgain } from './staff-preview-api.ts';

type Test = NonNullable<Preview['test']>;

/** A paper of the test, which is graded and not kept. */
export function TestPart({ preview: { course, test } }: { preview: Preview }) {
  const [result, setResult] = useState<PreviewResult>();
  const [round, setRound] = useState(0);
  if (!test) return <Alert tone="info">This course has no test: nobody can earn its certificate.</Alert>;
  async function again() {
    await readPreviewAgain(course.id);
    setResult(undefined);
    setRound(round + 1);
  }
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      {!test.isPublished && <Alert tone="info">This test is not published: learners do not find it yet.</Alert>}
      {result ? (
        <Result {...result} passMark={test.paper.passMark} onAgain={again} />
      ) : (
        <Paper key={round} {...test} onGraded={setResult} />
      )}
    </div>
  );
}

function Paper({ paper, settings, onGraded }: Test & { onGraded: (result: PreviewResult) => void }) {
  const { questions, passMark } = paper;
  const minutes = settings.minutes === null ? '' : ` ${settings.minutes} minutes from the start.`;
  return (
    <Form
      failure="Submission failed. Please try again."
      onSubmit={async (form) => {
        const answers = questions.map(
          (question) => [question.id, viewOf(question).answerIn(form, question.id) ?? ''] as const,
        );
        onGraded(await gradeAnswers(paper, answers));
      }}
    >
      <p className="text-soft">
        {passMark}% is needed.{minutes} {limitsInWords(settings)}.
      </p>
      <PaperQuestions questions={questions} answers={{}} />
      <SubmitButton size="large" className="self-start">
        Submit
      </SubmitButton>
    </Form>
  );
}

type ResultProps = PreviewResult & { passMark: number; onAgain: () => Promise<void> };

function Result({ passMark, onAgain, ...result }: ResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="flex flex-col items-center gap-4 p-8 text-center">
      <h3 ref={heading} tabIndex={-1} className="text-xl">
        {result.passed ? 'You have passed' : 'Not passed this time'}
      </h3>
      <p>
        Score: <strong>{scoreInWords(result)}</strong>
      </p>
      <p className="text-soft">
        {result.passed ? 'A learner gets the certificate, unless it is on hold.' : `${passMark}% is needed.`}
      </p>
      <Form failure="Failed to draw another paper." onSubmit={onAgain}>
        <SubmitButton tone="plain" className="self-center">
          Take it again
        </SubmitButton>
      </Form>
    </Card>
  );
}
