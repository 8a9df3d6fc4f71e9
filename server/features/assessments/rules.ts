import { AppError } from '../../errors.ts';

export type GradedQuestion = { id: string; options: readonly string[]; correctOption: number };
export type GivenAnswer = { questionId: string; selectedAnswer: string };

/** The place of the option that was chosen, by question; null for an answer that is none of the options. */
export type Selections = ReadonlyMap<string, number | null>;

export type Grading = {
  /** One a question, in the paper's order; `selectedOption` is null for no answer, and for none of the options. */
  answers: { questionId: string; selectedOption: number | null }[];
  score: number;
  totalQuestions: number;
};

/**
 * What was chosen, by question.
 *
 * @throws AppError `invalid` when a question is answered twice, or is not of this paper.
 */
export function selectionsOf(
  questions: readonly Omit<GradedQuestion, 'correctOption'>[],
  given: readonly GivenAnswer[],
): Map<string, number | null> {
  const known = new Map(questions.map((question) => [question.id, question.options]));
  const selections = new Map<string, number | null>();
  for (const { questionId, selectedAnswer } of given) {
    if (selections.has(questionId)) throw new AppError('invalid', 'A question is answered twice.');
    const options = known.get(questionId);
    if (!options) throw new AppError('invalid', 'An answer is to a question that is not in this test.');
    const index = options.indexOf(selectedAnswer.trim());
    selections.set(questionId, index === -1 ? null : index);
  }
  return selections;
}

/** Grades what was chosen: a question without an answer counts as wrong. */
export function gradeSelections(questions: readonly GradedQuestion[], selections: Selections): Grading {
  const answers = questions.map(({ id }) => ({ questionId: id, selectedOption: selections.get(id) ?? null }));
  const score = questions.filter(({ correctOption }, i) => answers[i]?.selectedOption === correctOption).length;
  return { answers, score, totalQuestions: questions.length };
}

/**
 * Holds a submission against its paper, and gives what was chosen.
 *
 * @throws AppError `invalid` when a question is answered twice, not at all, or is not of this paper.
 */
export function wholePaper(questions: readonly GradedQuestion[], given: readonly GivenAnswer[]): Selections {
  const selections = selectionsOf(questions, given);
  const answered = given.filter(({ selectedAnswer }) => selectedAnswer.trim() !== '').length;
  if (answered < questions.length) throw new AppError('invalid', 'Please answer every question.');
  return selections;
}

/**
 * The share of right answers in percent, unrounded. Multiplied first: 57 of 100 must be 57, where 0.57 × 100 falls
 * short of it.
 */
export const percentageOf = (score: number, totalQuestions: number): number => (score * 100) / totalQuestions;

/** Passed is who reaches the mark, compared unrounded. */
export const isPassed = (percentage: number, passMark: number): boolean => percentage >= passMark;

/** Whether an attempt's time is over: whatever comes at the deadline or after it is too late. */
export const isOver = ({ deadline }: { deadline: Date | null }, now: Date): boolean =>
  deadline !== null && now >= deadline;

type Limits = { attemptsAllowed: number | null; hoursBetween: number | null };
/** An attempt that was submitted; `reopened` when staff let its learner sit the test once more after it. */
type Past = { submittedAt: Date; reopened: boolean };

/**
 * Whether somebody may begin another attempt.
 *
 * @param past the submitted attempts at this test, the latest first.
 */
export function nextAttempt({ attemptsAllowed, hoursBetween }: Limits, past: readonly Past[], now: Date) {
  const granted = past.filter(({ reopened }) => reopened).length;
  const left = attemptsAllowed === null ? Number.POSITIVE_INFINITY : attemptsAllowed + granted - past.length;
  const [last] = past;
  const waitsUntil =
    last && hoursBetween !== null && !last.reopened
      ? new Date(last.submittedAt.getTime() + hoursBetween * 3_600_000)
      : null;
  const waits = waitsUntil !== null && waitsUntil > now;
  return {
    attemptsUsed: past.length,
    mayStart: left > 0 && !waits,
    nextAttemptAt: left > 0 && waits ? waitsUntil : null,
  };
}

/** Whether a test has to be begun by a word of its learner, since beginning it costs time or one of few attempts. */
export const needsStart = (limits: Limits & { minutes: number | null }): boolean =>
  limits.minutes !== null || limits.attemptsAllowed !== null || limits.hoursBetween !== null;
