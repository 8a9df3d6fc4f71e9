import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments, type GivenAnswer } from '@fairlead/contract/assessments/calls';
import { questionNames } from '@fairlead/contract/assessments/names';
import { fromWire } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { viewOf } from '../kinds/kinds.ts';
import { practiceQuery } from '../practice/api.ts';
import { type Attempt, type Paper, paperOf, type Result } from '../wire.ts';
import { weakTopicsQuery } from './weak-topics-api.ts';

/**
 * The paper of a course's assessment; fetching it opens the learner's attempt. Null when the course has no published
 * assessment.
 */
export const paperQuery = (courseId: string) =>
  queryOptions({
    queryKey: ['paper', courseId],
    queryFn: async (): Promise<Paper | null> => {
      const [paper] = (await call(assessments.getPaper, { params: { courseId } })).data;
      return paper ? paperOf(paper) : null;
    },
    // The paper must not change during an attempt.
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Starts an attempt at an assessment that needs an explicit start; the cached paper then becomes that of the attempt.
 */
export async function startTest(courseId: string): Promise<void> {
  const { data } = await call(attempts.start, { params: { courseId } });
  queryClient.setQueryData(paperQuery(courseId).queryKey, paperOf(data));
}

/** A time during which the window of an assessment was left, in seconds from the beginning of the attempt. */
export type Absence = { fromSecond: number; seconds: number };

/** Answers to questions of a paper, by question as the page keeps them, for a request. */
export function givenAnswers({ questions }: Paper, answers: Iterable<readonly [string, string]>): GivenAnswer[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return [...answers].map(([questionId, text]) => ({
    questionId,
    ...viewOf(byId.get(questionId) ?? {}).toGiven(text),
  }));
}

/** What is sent of an attempt: answers and absences since the last save, and the revision of what the page shows. */
type Progress = { answers: GivenAnswer[]; absences: Absence[]; revision: number };

/**
 * Saves answers of an open attempt; returns the seconds left, and the revision of the answers on the server. Without
 * answers it only asks for these.
 *
 * @throws ApiError with the code `stale` for an answer that would replace one which the page does not show.
 */
export const saveAnswers = async (id: string, body: Progress) =>
  (await call(attempts.save, { params: { id }, body })).data;

/** Reads the paper of an open attempt again, with the answers that are on the server now. */
export const readPaperAgain = (courseId: string): Promise<Paper | null> =>
  queryClient.fetchQuery({ ...paperQuery(courseId), staleTime: 0 });

/** Remembers what a page shows of an attempt, for when it is opened again. */
export function rememberAttempt({ courseId, attempt }: Paper, now: Partial<Attempt>): void {
  queryClient.setQueryData(paperQuery(courseId).queryKey, (paper) =>
    paper?.attempt && paper.attempt.id === attempt?.id ? { ...paper, attempt: { ...paper.attempt, ...now } } : paper,
  );
}

/** The part of a submitted attempt that the learner may see; without questions where only the score is shown. */
export const reviewQuery = (attemptId: string) =>
  queryOptions({
    queryKey: ['review', attemptId],
    queryFn: async () =>
      fromWire(questionNames, (await call(attempts.review, { params: { id: attemptId } })).data.questions),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Loads the paper again, for another attempt. */
export const reopenPaper = (courseId: string) => queryClient.resetQueries({ queryKey: paperQuery(courseId).queryKey });

/**
 * Submits the answers, by question; only the server grades them. For an attempt that was submitted before, or whose
 * time is over, returns its result.
 *
 * @param revision of the answers that the page shows.
 * @throws ApiError with the code `stale`, as `saveAnswers` does.
 */
export async function submitAnswers(
  paper: Paper,
  answers: ReadonlyMap<string, string>,
  revision: number,
): Promise<Result> {
  const { id, courseId, attempt } = paper;
  const { data } = await call(assessments.submit, {
    body: {
      testId: id,
      courseId,
      ...(attempt && { attemptId: attempt.id, revision }),
      answers: givenAnswers(paper, answers),
      // As specified; the server measures the time itself.
      timeTaken: 60,
    },
  });
  await queryClient.invalidateQueries({ queryKey: ['enrolments', 'own'] });
  void queryClient.invalidateQueries({ queryKey: weakTopicsQuery(courseId).queryKey });
  // the open test may have held questions back
  queryClient.removeQueries({ queryKey: practiceQuery(courseId).queryKey });
  return fromWire(questionNames, data);
}
