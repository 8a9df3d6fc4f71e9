import { isAsked } from '@fairlead/contract/question-kinds';
import { useMay } from '../../../shell/use-permissions.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/layout.tsx';
import { staffViewOf } from '../kinds/staff-kinds.ts';
import { QuestionImage } from '../question-image.tsx';
import { limitsInWords } from '../settings-words.ts';
import type { Question, Test } from '../staff-wire.ts';
import { GuessingNotice } from './staff-guessing-notice.tsx';
import { PublishButton } from './staff-publish-button.tsx';
import { TestActions } from './staff-test-actions.tsx';

/** An assessment in the list; its questions with the correct answers show when it is opened. */
export function TestCard({ test }: { test: Test }) {
  const { id, title, courseTitle, passMark, isPublished, questions, settings } = test;
  const asked = questions.filter(isAsked).length;
  const mayEdit = useMay('tests:edit');
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={`test-${id}`} className="text-lg">
            {title}
          </h2>
          <p className="text-soft">
            {title !== courseTitle && `${courseTitle} · `}
            {asked} {asked === 1 ? 'question' : 'questions'}
            {asked < questions.length && `, ${questions.length - asked} for practice`} · pass mark {passMark}%
          </p>
          <p className="text-sm text-soft">{limitsInWords(settings)}</p>
        </div>
        <div className="flex items-center gap-4">
          <StatusBadge status={isPublished ? 'published' : 'unpublished'} />
          {mayEdit && <PublishButton test={test} />}
        </div>
      </div>
      <GuessingNotice test={test} />
      <TestActions test={test} />
      <details className="group">
        <summary className="w-fit rounded-sm font-semibold text-link hover:underline">
          <span className="group-open:hidden">Show the questions</span>
          <span className="not-group-open:hidden">Hide the questions</span>
        </summary>
        <ol className="mt-4 flex list-decimal flex-col gap-5 border-t border-line pt-4 pl-6">
          {questions.map((question) => (
            <QuestionText key={question.id} question={question} />
          ))}
        </ol>
      </details>
    </Card>
  );
}

function QuestionText({ question }: { question: Question }) {
  const { text, picture, explanation } = question;
  const { Key } = staffViewOf(question);
  return (
    <li className="pl-1">
      {!isAsked(question) && <p className="text-sm font-semibold text-soft">For practice</p>}
      <p className="font-medium whitespace-pre-line">{text}</p>
      <QuestionImage picture={picture} />
      <Key question={question} />
      {explanation && <p className="mt-2 text-sm whitespace-pre-line text-soft">{explanation}</p>}
    </li>
  );
}
