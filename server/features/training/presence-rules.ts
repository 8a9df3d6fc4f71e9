import type { FilmCheck } from '@fairlead/contract/training/presence-checks';
import { AppError } from '../../platform/errors.ts';
import { mayBeSkipped } from './rules.ts';
import type { Stretch } from './stretches.ts';

// Presence checks: a film pauses at a moment and asks whether somebody watches. Nothing beyond the first open check of
// a film is credited, and a film is not complete before all are answered.

/** An answer later than this after the check was due is noted as late, in milliseconds; it costs nothing else. */
const lateAfter = 60_000;
/**
 * How far a film goes back after a wrong answer, in seconds: to the check before, no less and no further than this.
 * With less between, one could try one option after the other.
 */
const leastAgain = 10;
const mostAgain = 120;
/**
 * Tolerance of the time in which that part can be watched again, and the least that passes all the same, in seconds.
 */
const graceSeconds = 5;
const leastWait = 5;
/** Players report in steps: a moment counts as reached this many seconds before it. */
const nearby = 0.5;

/** When staff have a film ask, in seconds; one of the two is null. */
export type Setting = { atSeconds: number | null; everySeconds: number | null };

/** The moments at which a film asks one learner, in seconds: none where the film is too short for the setting. */
export function momentsOf({ atSeconds, everySeconds }: Setting, duration: number, random = Math.random): number[] {
  if (everySeconds === null) return atSeconds !== null && atSeconds < duration ? [atSeconds] : [];
  return Array.from(
    { length: Math.floor(duration / everySeconds) },
    (_, turn) => Math.floor(everySeconds * (turn + random()) * 10) / 10,
  );
}

/** The second beyond which nothing is credited, by the checks that are still open. */
export const creditedUntil = (open: readonly { atSeconds: number }[]): number =>
  Math.min(Number.POSITIVE_INFINITY, ...open.map(({ atSeconds }) => atSeconds));

/**
 * The first open check, if it was asked before, or if playback has reached or passed it and the film is credited up to
 * it; otherwise undefined.
 * A report alone is the device's word: by it one could have all checks of a film at its beginning, and answer them
 * ahead.
 */
export function dueOf<C extends { atSeconds: number; askedAt: Date | null }>(
  open: readonly C[],
  played: readonly Stretch[],
  { credited, duration }: { credited: readonly Stretch[]; duration: number },
): C | undefined {
  const [first] = open.toSorted((a, b) => a.atSeconds - b.atSeconds);
  if (first?.askedAt) return first;
  if (!first || !played.some(([, to]) => to >= first.atSeconds - nearby)) return undefined;
  return mayBeSkipped([0, first.atSeconds], credited, duration) ? first : undefined;
}

export const isLate = (askedAt: Date | null, answeredAt: Date | null): boolean =>
  askedAt !== null && answeredAt !== null && answeredAt.getTime() - askedAt.getTime() > lateAfter;

/**
 * Where a film goes on after a wrong answer at `at`: at the check before, but at least ten seconds earlier, in seconds.
 */
export const againFrom = (at: number, all: readonly number[]): number =>
  Math.max(0, at - mostAgain, ...all.filter((other) => other <= at - leastAgain));

/** A check that was asked, with what is needed to judge an answer to it. */
export type Asked = {
  atSeconds: number;
  askedAt: Date | null;
  wrongAt: Date | null;
  /** The right option; null when it only asks whether somebody is there. */
  answer: number | null;
};

/**
 * Whether an answer is right. It is too early while the part before the check cannot have been watched again since a
 * wrong answer: otherwise one could try one option after the other.
 *
 * @param again where the film went on after a wrong answer, in seconds of it.
 * @throws AppError `not-yet` for a check that is not due yet.
 */
export function judge(
  { atSeconds, askedAt, wrongAt, answer }: Asked,
  choice: number | null,
  { again, highestSpeed, now }: { again: number; highestSpeed: number; now: Date },
): 'right' | 'wrong' | 'early' {
  if (!askedAt) throw new AppError('not-yet', 'This question is not due yet.');
  const needed = Math.max(leastWait, (atSeconds - again) / highestSpeed - graceSeconds);
  if (wrongAt && now.getTime() - wrongAt.getTime() < needed * 1000) return 'early';
  return answer === null || answer === choice ? 'right' : 'wrong';
}

/**
 * Refuses settings that could never be asked.
 *
 * @param duration of the film, in seconds.
 * @throws AppError `invalid`, with a sentence for each such row of the form.
 */
export function requireAskable(checks: readonly FilmCheck[], duration: number): void {
  const fields = Object.fromEntries(
    checks.flatMap((check, index) => {
      const sentence = faultOf(check, duration) ?? tooNear(check, checks.slice(0, index));
      return sentence ? [[`checks.${index}`, sentence]] : [];
    }),
  );
  const [sentence] = Object.values(fields);
  if (sentence) throw new AppError('invalid', sentence, { fields });
}

function faultOf({ at, every, question }: FilmCheck, duration: number): string | undefined {
  if ((at === null) === (every === null)) return 'Please enter a time or a number of minutes.';
  if ((at ?? 0) >= duration) return 'The video ends before this time.';
  if ((every ?? 0) > duration) return 'The video is shorter than this.';
  if (question && at === null) return 'A question about the video needs a time.';
  if (question && question.answer >= question.options.length) return 'Please choose the correct option.';
  return undefined;
}

/** Why a question is too near to one in the rows before it, or to the beginning of the film. */
function tooNear({ at, question }: FilmCheck, before: readonly FilmCheck[]): string | undefined {
  if (at === null || !question) return undefined;
  if (at < leastAgain) return `A question must be at least ${leastAgain} seconds after the start of the video.`;
  const isNear = before.some((other) => other.question && Math.abs((other.at ?? 0) - at) < leastAgain);
  return isNear ? `Two questions must be at least ${leastAgain} seconds apart.` : undefined;
}
