import type * as wire from '@fairlead/contract/assessments';

/** What became of an attempt. */
export type Result = {
  attemptId: string;
  score: number;
  totalQuestions: number;
  /** Unrounded. */
  percentage: number;
  /** Null for an exact result; a rough one is at least `percentage`, and below this one. */
  percentageBelow: number | null;
  passed: boolean;
  /** When the test can be sat again after an attempt that failed just now. */
  next: { attemptsLeft: number | null; at: string | null } | null;
};

/** A picture that a question shows. */
export type Picture = {
  id: string;
  url: string;
  /** In pixels. */
  width: number;
  height: number;
  /** What it shows, for those who do not see it. */
  text: string;
};

export const pictureOf = (wire: wire.QuestionPicture | undefined): Picture | null => {
  if (!wire) return null;
  const { _id: id, ...same } = wire;
  return { id, ...same };
};

/** A test as the learner sits it; no right answer is known here. */
export type Paper = {
  id: string;
  courseId: string;
  courseTitle: string;
  title: string;
  passMark: number;
  questions: { id: string; text: string; options: string[]; picture: Picture | null }[];
  /** Of the last attempt, if there was one. */
  result: Result | null;
  /** The attempt that is open; null before it is started, and after a pass. */
  attempt: Attempt | null;
  /** What awaits the learner of a test with a clock or limits; null for any other. */
  sitting: Sitting | null;
};

export type Attempt = {
  id: string;
  /** When it was begun and when its time is over, by this page's own clock (performance.now), in milliseconds. */
  begunAt: number;
  endsAt: number | null;
  noteLeaving: boolean;
  /** What the server has, by question. */
  saved: Readonly<Record<string, string>>;
};

export type Sitting = wire.Sitting;

export const resultOf = (result: wire.Result & { next?: Result['next'] }): Result => {
  const { _id, score, totalQuestions, percentage, percentageBelow, passed, next = null } = result;
  return { attemptId: _id, score, totalQuestions, percentage, percentageBelow, passed, next };
};

/** A number of seconds from now on the page's own clock, which nobody can set. */
export const onPageClock = (seconds: number): number => performance.now() + seconds * 1000;

const attemptOf = ({ _id, secondsGone, secondsLeft, noteLeaving, answers }: wire.OpenAttempt): Attempt => ({
  id: _id,
  begunAt: onPageClock(-secondsGone),
  endsAt: secondsLeft === null ? null : onPageClock(secondsLeft),
  noteLeaving,
  saved: Object.fromEntries(answers.map(({ questionId, selectedAnswer }) => [questionId, selectedAnswer])),
});

export const paperOf = ({ _id, questions, result, attempt, ...same }: wire.Paper): Paper => ({
  ...same,
  id: _id,
  questions: questions.map(({ _id: id, questionText, options, picture }) => ({
    id,
    text: questionText,
    options,
    picture: pictureOf(picture),
  })),
  result: result && resultOf(result),
  attempt: attempt && attemptOf(attempt),
});
