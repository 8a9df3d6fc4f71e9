import { isAsked } from '@fairlead/contract/assessments/question-kinds';
import { useMay } from '../../../shell/use-permissions.ts';
import { CorrectKey } from '../answer-keys/staff-correct-key.tsx';
import { staffViewOf } from '../kinds/staff-kinds.ts';
import { QuestionImage } from '../question-image.tsx';
import type { Question, Test } from '../staff-wire.ts';

/** How many questions an assessment asks, and how many are for practice alone: '12 questions, 3 for practice'. */
export function countInWords({ questions }: Test): string {
  const asked = questions.filter(isAsked).length;
  const practice = asked < questions.length ? `, ${questions.length - asked} for practice` : '';
  return `${asked} ${asked === 1 ? 'question' : 'questions'}${practice}`;
}

/** The questions of an assessment with their answer keys. */
export const TestQuestions = ({ test }: { test: Test }) => (
  <ol className="flex list-decimal flex-col gap-5 pl-6">
    {test.questions.map((question) => (
      <QuestionText key={question.id} question={question} />
    ))}
  </ol>
);

function QuestionText({ question }: { question: Question }) {
  const mayEdit = useMay('tests:edit');
  const name = `question-${question.id}`;
  const { text, picture, explanation } = question;
  const { Key } = staffViewOf(question);
  return (
    <li className="pl-1">
      {!isAsked(question) && <p className="text-sm font-semibold text-soft">For practice</p>}
      <p id={name} className="font-medium whitespace-pre-line">
        {text}
      </p>
      <QuestionImage picture={picture} />
      <Key question={question} />
      {explanation && <p className="mt-2 text-sm whitespace-pre-line text-soft">{explanation}</p>}
      {mayEdit && isAsked(question) && (
        <div className="mt-2">
          <CorrectKey question={question} describedBy={name} />
        </div>
      )}
    </li>
  );
}
