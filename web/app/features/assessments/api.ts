import { assessments } from '@fairlead/contract/assessments';
import { attempts } from '@fairlead/contract/attempts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type Paper, paperOf, type Result, resultOf } from './wire.ts';

/** The paper of a course's test, which opens the learner's attempt; null when the course has no published test. */
export const paperQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['paper', courseId],
    queryFn: async (): Promise<Paper | null> => {
      const [paper] = (await call(assessments.getPaper, { params: { courseId } })).data;
      return paper ? paperOf(paper) : null;
    },
    // A paper in hand does not change under the pen.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Begins an attempt at a test that waits for it; the paper that the page has is then the attempt's. */
export async function startTest(courseId: string): Promise<void> {
  const { data } = await call(attempts.start, { params: { courseId } });
  queryClient.setQueryData(paperQuery(courseId).queryKey, paperOf(data));
}

/** When the window of a test was left, in seconds from the attempt's beginning. */
export type Absence = { fromSecond: number; seconds: number };

/** Saves answers of an open attempt, by question; gives the seconds that are left. */
export async function saveAnswers(id: string, answers: Readonly<Record<string, string>>, absences: readonly Absence[]) {
  const given = Object.entries(answers).map(([questionId, selectedAnswer]) => ({ questionId, selectedAnswer }));
  const body = { answers: given, absences: [...absences] };
  return (await call(attempts.save, { params: { id }, body })).data.secondsLeft;
}

/** What may be seen of a submitted attempt; without questions where the score is all. */
export const reviewQuery = (attemptId: string) =>
  queryOptions({
    queryKey: ['review', attemptId],
    queryFn: async () => (await call(attempts.review, { params: { id: attemptId } })).data.questions,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Opens the paper anew, for another attempt. */
export const reopenPaper = (courseId: string) => queryClient.resetQueries({ queryKey: paperQuery(courseId).queryKey });

/**
 * Hands in the answers, by question; the server alone grades them. An attempt that was handed in before, or whose time
 * is over, gives the result that it came to.
 */
export async function submitAnswers(
  { id, courseId, attempt }: Paper,
  answers: ReadonlyMap<string, string>,
): Promise<Result> {
  const { data } = await call(assessments.submit, {
    body: {
      testId: id,
      courseId,
      ...(attempt && { attemptId: attempt.id }),
      answers: [...answers].map(([questionId, selectedAnswer]) => ({ questionId, selectedAnswer })),
      // As specified; the server keeps its own time.
      timeTaken: 60,
    },
  });
  await queryClient.invalidateQueries({ queryKey: ['enrolments', 'own'] });
  return resultOf(data);
}
