import type * as wire from '@fairlead/contract/assessments/calls';
import { questionNames } from '@fairlead/contract/assessments/names';
import { type FromWire, fromWire } from '@fairlead/contract/platform/names';
import { viewOf } from './kinds/kinds.ts';

/** The result of an attempt, and, just after one that failed, when the assessment can be taken again. */
export type Result = FromWire<typeof questionNames, wire.Result & Partial<Pick<wire.SubmittedResult, 'next'>>>;

/**
 * An assessment as the learner takes it; it contains no correct answers. `attempt` is null before the start, and after
 * a pass.
 */
export type Paper = FromWire<typeof questionNames, Omit<wire.Paper, 'attempt'>> & { attempt: Attempt | null };

export type Attempt = {
  id: string;
  /** Begin and end of the attempt, by this page's own clock (performance.now), in milliseconds. */
  begunAt: number;
  endsAt: number | null;
  noteLeaving: boolean;
  /** The answers saved on the server, by question, as `textOf` has them. */
  saved: Readonly<Record<string, string>>;
  /** The number of the last save that these answers include. */
  revision: number;
};

export type Sitting = wire.Sitting;

/** A time some seconds from now on the page's own clock, which nobody can change. */
export const onPageClock = (seconds: number): number => performance.now() + seconds * 1000;

const attemptOf = ({ _id, secondsGone, secondsLeft, noteLeaving, answers, revision }: wire.OpenAttempt): Attempt => ({
  id: _id,
  begunAt: onPageClock(-secondsGone),
  endsAt: secondsLeft === null ? null : onPageClock(secondsLeft),
  noteLeaving,
  saved: Object.fromEntries(answers.map((answer) => [answer.questionId, viewOf(answer).textOf(answer)])),
  revision,
});

export const paperOf = ({ attempt, ...paper }: wire.Paper): Paper => ({
  ...fromWire(questionNames, paper),
  attempt: attempt && attemptOf(attempt),
});
