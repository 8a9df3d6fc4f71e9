import { z } from 'zod/mini';
import { topic } from './question-kinds.ts';

const whole = (label: string, max: number) =>
  z.nullable(
    z.number(`${label} must be a number`).check(z.int(`${label} must be a whole number`), z.gte(1), z.lte(max)),
  );

/** How an assessment is taken. */
export const Settings = z.object({
  shuffleQuestions: z.boolean(),
  shuffleOptions: z.boolean(),
  /** From the start of an attempt to its deadline; null for no deadline. */
  minutes: whole('Time allowed', 1440),
  /** Null for no limit. */
  attemptsAllowed: whole('Attempts allowed', 100),
  /** Between a submission and the next attempt; null for none. */
  hoursBetween: z.nullable(z.number('Waiting time must be a number').check(z.gt(0), z.lte(8760))),
  /** Whether each wait is twice as long as the previous one, up to a week. */
  waitGrows: z.boolean(),
  /**
   * How the score of a failed attempt is shown to the learner. A rough score is a range; correct answers are then shown
   * only after a pass, because exact scores of several attempts reveal the answer key.
   */
  failedScore: z.enum(['exact', 'rough']),
  /** The review of a submitted attempt by its learner: the score, their own answers, or also the correct ones. */
  review: z.enum(['score', 'answers', 'correct']),
  /** Whether leaving the window of the assessment is recorded for staff. */
  noteLeaving: z.boolean(),
  /**
   * How many questions of a topic are drawn for an attempt. All questions of the topics that are not listed are asked.
   */
  draws: z
    .array(
      z.object({ topic, count: z.number('Number of questions must be a number').check(z.int(), z.gte(1), z.lte(500)) }),
    )
    .check(z.maxLength(100)),
});
export type Settings = z.infer<typeof Settings>;

/** Settings that prevent learners from finding the answer key by trial and error. */
export const recommendedSettings = {
  attemptsAllowed: 3,
  hoursBetween: 0.25,
  waitGrows: true,
  failedScore: 'rough',
} as const satisfies Partial<Settings>;

/** The default settings of a new assessment. */
export const newTestSettings: Settings = {
  shuffleQuestions: false,
  shuffleOptions: false,
  minutes: null,
  ...recommendedSettings,
  review: 'score',
  noteLeaving: false,
  draws: [],
};

/**
 * The maximum of a doubling wait, in hours: a longer one would not prevent more guessing, but would keep learners
 * ashore.
 */
const longestGrownWait = 7 * 24;

/**
 * Hours from the submission of an attempt to the next; 0 for none. `attempts` is the number of submitted attempts, at
 * least 1.
 */
export const hoursUntilNext = (
  { hoursBetween, waitGrows }: Pick<Settings, 'hoursBetween' | 'waitGrows'>,
  attempts: number,
): number => {
  const first = hoursBetween ?? 0;
  return waitGrows ? Math.min(first * 2 ** (attempts - 1), Math.max(first, longestGrownWait)) : first;
};
