import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { offeredQuery } from './api.ts';
import { questionIn, withQuestion } from './question.ts';
import { QuestionForm } from './question-form.tsx';

/**
 * The question of a page without its verdict: a refusal may ask for other days. Nothing where no checklist was read.
 */
export function AskAgain() {
  const { data: lists } = useQuery({ ...offeredQuery, enabled: false });
  const [params, setParams] = useSearchParams();
  const question = questionIn(params);
  if (!lists || !question) return null;
  return (
    <div className="mt-6 max-w-4xl">
      <QuestionForm
        question={question}
        lists={lists}
        ask="Show"
        onAsk={(asked) => setParams(withQuestion(params, asked))}
      />
    </div>
  );
}
