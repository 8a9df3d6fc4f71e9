import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/layout.tsx';
import { ListFailure } from '../../../ui/lists/list-failure.tsx';
import { AnsweredQuestion } from '../answered-question.tsx';
import { reviewQuery } from './api.ts';

/**
 * The review of a submitted test paper, where the assessment allows it: the learner's answers, perhaps with the correct
 * ones.
 */
export function AnswerReview({ attemptId }: { attemptId: string }) {
  const { data: questions = [], isError, refetch } = useQuery(reviewQuery(attemptId));
  if (isError) return <ListFailure sentence="Failed to load your answers." retry={() => void refetch()} />;
  if (questions.length === 0) return null;
  return (
    <Card className="p-6">
      <h2 className="text-xl">Your answers</h2>
      <ol className="mt-4 flex list-decimal flex-col gap-6 pl-6">
        {questions.map((question) => (
          <AnsweredQuestion key={question.id} question={question} />
        ))}
      </ol>
    </Card>
  );
}
