import type * as wire from '@fairlead/contract/assessments';
import { type WithId, withId } from '../../lib/calls/with-id.ts';
import { viewOf } from './kinds/kinds.ts';
import type { AskedQuestion } from './kinds/question-view.ts';

/** The result of an attempt. */
export type Result = {
  attemptId: string;
  score: number;
  totalQuestions: number;
  /** Unrounded. */
  percentage: number;
  /** Null for an exact result; an approximate one is at least `percentage`, and below this value. */
  percentageBelow: number | null;
  passed: boolean;
  /** When the assessment can be taken again, after an attempt that has just failed. */
  next: { attemptsLeft: number | null; at: string | null } | null;
};

/** A picture of a question. */
export type Picture = WithId<wire.QuestionPicture>;

export const pictureOf = (wire: wire.QuestionPicture | undefined): Picture | null => (wire ? withId(wire) : null);

/** An assessment as the learner takes it; it contains no correct answers. */
export type Paper = {
  id: string;
  courseId: string;
  courseTitle: string;
  title: string;
  passMark: number;
  questions: (AskedQuestion & { text: string; picture: Picture | null })[];
  /** The result of the last attempt, if there was one. */
  result: Result | null;
  /** The open attempt; null before the start, and after a pass. */
  attempt: Attempt | null;
  /** The conditions of an assessment with a clock or limits; null for any other. */
  sitting: Sitting | null;
};

export type Attempt = {
  id: string;
  /** Begin and end of the attempt, by this page's own clock (performance.now), in milliseconds. */
  begunAt: number;
  endsAt: number | null;
  noteLeaving: boolean;
  /** The answers saved on the server, by question, as `textOf` has them. */
  saved: Readonly<Record<string, string>>;
};

export type Sitting = wire.Sitting;

export const resultOf = (result: wire.Result & { next?: Result['next'] }): Result => {
  const { _id, score, totalQuestions, percentage, percentageBelow, passed, next = null } = result;
  return { attemptId: _id, score, totalQuestions, percentage, percentageBelow, passed, next };
};

/** A time some seconds from now on the page's own clock, which nobody can change. */
export const onPageClock = (seconds: number): number => performance.now() + seconds * 1000;

const attemptOf = ({ _id, secondsGone, secondsLeft, noteLeaving, answers }: wire.OpenAttempt): Attempt => ({
  id: _id,
  begunAt: onPageClock(-secondsGone),
  endsAt: secondsLeft === null ? null : onPageClock(secondsLeft),
  noteLeaving,
  saved: Object.fromEntries(answers.map((answer) => [answer.questionId, viewOf(answer).textOf(answer)])),
});

export const paperOf = ({ _id, questions, result, attempt, ...same }: wire.Paper): Paper => ({
  ...same,
  id: _id,
  questions: questions.map(({ _id: id, questionText: text, picture, ...question }) => ({
    id,
    text,
    ...question,
    picture: pictureOf(picture),
  })),
  result: result && resultOf(result),
  attempt: attempt && attemptOf(attempt),
});
