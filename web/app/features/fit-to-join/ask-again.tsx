import { useQuery } from '@tanstack/react-query';
import { offeredQuery } from './api.ts';
import { QuestionForm } from './question-form.tsx';
import { useQuestion } from './use-question.ts';

/**
 * The question of a page without its verdict: a refusal may ask for other days. Nothing where no checklist was read.
 */
export function AskAgain() {
  const { data: lists } = useQuery({ ...offeredQuery, enabled: false });
  return lists && <Again />;
}

function Again() {
  const { question, ...asking } = useQuestion();
  if (!question) return null;
  return (
    <div className="mt-6 max-w-4xl">
      <QuestionForm question={question} {...asking} />
    </div>
  );
}
