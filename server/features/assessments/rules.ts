import { hoursUntilNext, type Settings } from '@fairlead/contract/assessments/test-settings';
import { percentageOf } from './pass-mark.ts';

/** Whether an attempt's time is over: anything at or after the deadline is too late. */
export const isOver = ({ deadline }: { deadline: Date | null }, now: Date): boolean =>
  deadline !== null && now >= deadline;

type ScoreRule = Pick<Settings, 'failedScore'> & { passMark: number };
type Score = { score: number; totalQuestions: number; passed: boolean };

/** Whether a learner sees the exact score of an attempt. If not, no other data sent to them may reveal it. */
export const isShownExactly = ({
  passed,
  failedScore,
}: Pick<ScoreRule, 'failedScore'> & { passed: boolean }): boolean => passed || failedScore === 'exact';

/**
 * Width of a range of a rough score in percent, and the number of questions from which there is more than one range.
 */
const range = { width: 20, questions: 20 };

/**
 * A score as its learner sees it. The score of a failed attempt may be shown roughly: as a range of 20 %, the last of
 * which ends at the pass mark. Below 20 questions a range would contain fewer than four scores, so there is only one
 * range.
 *
 * @returns score and percentage; these are the minimum of the range if `percentageBelow` is not null.
 */
export function shownScore({ score, totalQuestions, passed }: Score, { failedScore, passMark }: ScoreRule) {
  const percentage = percentageOf(score, totalQuestions);
  if (isShownExactly({ passed, failedScore })) return { score, percentage, percentageBelow: null };
  const ranges = totalQuestions < range.questions ? 1 : Math.max(1, Math.floor(passMark / range.width));
  const index = Math.min(Math.floor(percentage / range.width), ranges - 1);
  const least = index * range.width;
  return {
    score: Math.ceil((least * totalQuestions) / 100),
    percentage: least,
    percentageBelow: index === ranges - 1 ? passMark : least + range.width,
  };
}

type Limits = Pick<Settings, 'attemptsAllowed' | 'hoursBetween' | 'waitGrows'>;
/** A submitted attempt; `reopened` if staff allowed the learner another attempt after it. */
type Past = { submittedAt: Date; reopened: boolean };

/**
 * Whether and when a learner may begin another attempt.
 *
 * @param past the submitted attempts at this assessment, latest first.
 */
export function nextAttempt(limits: Limits, past: readonly Past[], now: Date) {
  const { attemptsAllowed } = limits;
  const granted = past.filter(({ reopened }) => reopened).length;
  const attemptsLeft = attemptsAllowed === null ? null : Math.max(0, attemptsAllowed + granted - past.length);
  const [last] = past;
  const waitsUntil =
    last && !last.reopened
      ? new Date(last.submittedAt.getTime() + hoursUntilNext(limits, past.length) * 3_600_000)
      : null;
  const waits = waitsUntil !== null && waitsUntil > now;
  return {
    attemptsUsed: past.length,
    attemptsLeft,
    hoursUntilNext: hoursUntilNext(limits, past.length + 1),
    mayStart: attemptsLeft !== 0 && !waits,
    nextAttemptAt: attemptsLeft !== 0 && waits ? waitsUntil : null,
  };
}

/** Whether an assessment has a time limit or attempt limits, which its learners must know of. */
export const hasConditions = ({ minutes, attemptsAllowed, hoursBetween }: Limits & Pick<Settings, 'minutes'>) =>
  minutes !== null || attemptsAllowed !== null || hoursBetween !== null;

/** Whether an assessment needs an explicit start by its learner, since its time limit runs from there. */
export const needsStart = ({ minutes }: Pick<Settings, 'minutes'>): boolean => minutes !== null;

/** The number of attempts with exact scores that is enough to find an answer key. */
const attemptsThatTell = 10;

/** Whether the answer key of an assessment can be found by guessing: it shows exact scores and allows many attempts. */
export const isGuessable = ({ failedScore, attemptsAllowed }: Pick<Settings, 'failedScore' | 'attemptsAllowed'>) =>
  failedScore === 'exact' && (attemptsAllowed === null || attemptsAllowed > attemptsThatTell);

/**
 * Rate limits of a person's attempts at the assessment of a course, whatever its settings; only a script that guesses
 * answers exceeds them.
 */
export const sittings = [
  { per: 'hour', max: 5, seconds: 3600 },
  { per: 'day', max: 20, seconds: 24 * 3600 },
] as const;

/** Signs of guessing in a submitted attempt. */
export type GuessSigns = {
  /** Submissions within an hour, this one included, and the seconds from the first to this. */
  submissions?: { count: number; seconds: number };
  secondsAQuestion?: number;
  /**
   * Number of consecutive attempts, this one included, that each differ from the one before by at most `answers`
   * answers.
   */
  alike?: { attempts: number; answers: number };
};

/** Thresholds for signs of guessing. A learner who studies between attempts takes longer, and changes more answers. */
const suspicion = {
  submissions: 4,
  withinSeconds: 3600,
  secondsAQuestion: 3,
  alike: 3,
  answers: 2,
  fewestQuestions: 10,
};

type Timed = { startedAt: Date; submittedAt: Date };

/**
 * Returns the signs of guessing in an attempt; null if there are none.
 *
 * @param earlier when the attempts before it at the same assessment were submitted.
 * @param changes the number of answers in which it differs from the one before it, that one from the one before, and so
 * on; null if two cannot be compared.
 */
export function signsOfGuessing(
  { startedAt, submittedAt }: Timed,
  totalQuestions: number,
  { earlier, changes }: { earlier: readonly Date[]; changes: readonly (number | null)[] },
): GuessSigns | null {
  const secondsSince = (moment: Date) => (submittedAt.getTime() - moment.getTime()) / 1000;
  const recent = earlier.map(secondsSince).filter((seconds) => seconds <= suspicion.withinSeconds);
  const secondsAQuestion = secondsSince(startedAt) / totalQuestions;
  const compared = changes.slice(0, suspicion.alike - 1);
  const isAlike =
    totalQuestions >= suspicion.fewestQuestions &&
    compared.length === suspicion.alike - 1 &&
    compared.every((count) => count !== null && count <= suspicion.answers);
  const signs: GuessSigns = {
    ...(recent.length + 1 >= suspicion.submissions && {
      submissions: { count: recent.length + 1, seconds: Math.max(...recent) },
    }),
    ...(secondsAQuestion < suspicion.secondsAQuestion && {
      secondsAQuestion: Math.round(secondsAQuestion * 100) / 100,
    }),
    ...(isAlike && { alike: { attempts: suspicion.alike, answers: suspicion.answers } }),
  };
  return Object.keys(signs).length > 0 ? signs : null;
}

/** The fewest questions of a topic of which a failed attempt may tell that it is weak. */
const fewestOfTopic = 3;

/**
 * From how many questions on a topic may be called weak after an attempt: calling one of a single question weak tells
 * that its answer was wrong. Null if no topic may be: an approximate score hides the exact one, and so must this,
 * unless few attempts are allowed, which is what keeps the answer key from being found by trial and error.
 */
export function fewestToTell({
  passed,
  failedScore,
  review,
  attemptsAllowed,
}: Pick<Settings, 'failedScore' | 'review' | 'attemptsAllowed'> & { passed: boolean }): number | null {
  const isExact = isShownExactly({ passed, failedScore });
  if (isExact && review === 'correct') return 1;
  const hasFewAttempts = attemptsAllowed !== null && attemptsAllowed <= attemptsThatTell;
  return isExact || hasFewAttempts ? fewestOfTopic : null;
}

/**
 * The topics with at least the fewest questions, which earned fewer marks than the pass mark asks for, in the order of
 * the answers. Answers without a topic belong to none.
 */
export function weakTopics(
  answers: readonly { topic: string; marks: number }[],
  { fewest, passMark }: { fewest: number; passMark: number },
): string[] {
  const byTopic = Map.groupBy(answers, ({ topic }) => topic);
  byTopic.delete('');
  return [...byTopic].flatMap(([topic, of]) => {
    const score = of.reduce((sum, { marks }) => sum + marks, 0);
    return of.length >= fewest && percentageOf(score, of.length) < passMark ? [topic] : [];
  });
}
