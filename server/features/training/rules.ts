import { completeShare, endSeconds } from '@fairlead/contract/training/film-completion';
import { AppError } from '../../platform/errors.ts';
import { clip, earliest, type Stretch, secondsIn, subtract, union } from './stretches.ts';

/** Tolerance in seconds for clock differences and slow responses, per learner. */
export const graceSeconds = 5;
/**
 * The tolerance for a single film, as a share of its length, so that no film, however short, is complete by tolerance
 * alone.
 */
const graceShare = 0.1;
/**
 * Players report in steps: a gap between two intervals shorter than this counts as watched, and is charged to the
 * budget.
 */
const closedGap = 0.5;
/** More intervals than real watching produces; without a limit they would fill the row. */
const mostPieces = 1000;

/** A film that the learner has opened, with the seconds credited and the highest speed at which they are. */
export type Opened = { openedAt: Date; watchedSeconds: number; highestSpeed: number };

/**
 * Seconds that may still be credited to a film opened at `openedAt`: the clock of online and offline credit.
 *
 * A learner can only have watched the films opened since a given moment after that moment, and one at a time. So for
 * each opening up to this film's, the time that the films opened then or later took, each at its highest speed, is
 * limited to the time since, and what is left may be credited at this film's highest speed, plus the tolerance once.
 * For the time since its own opening, the tolerance is at most a tenth of the film. Several tabs, devices or courses in
 * parallel thus earn no more than one, while offline credit, which is reported hours late, still counts.
 *
 * @param opened every film that the learner has opened, in all courses, this one included.
 * @param film the reported film; `duration` in seconds.
 */
export function creditBudget(
  opened: readonly Opened[],
  { openedAt, duration, highestSpeed }: { openedAt: Date; duration: number; highestSpeed: number },
  now: Date,
): number {
  let budget = Number.POSITIVE_INFINITY;
  let taken = 0;
  const latestFirst = opened.toSorted((a, b) => b.openedAt.getTime() - a.openedAt.getTime());
  for (const [index, film] of latestFirst.entries()) {
    taken += film.watchedSeconds / film.highestSpeed;
    const isLastOfItsMoment = latestFirst[index + 1]?.openedAt.getTime() !== film.openedAt.getTime();
    if (!isLastOfItsMoment || film.openedAt > openedAt) continue;
    const since = (now.getTime() - film.openedAt.getTime()) / 1000;
    const isOwn = film.openedAt.getTime() === openedAt.getTime();
    const grace = isOwn ? Math.min(graceSeconds, duration * graceShare) : graceSeconds;
    budget = Math.min(budget, (since - taken) * highestSpeed + grace);
  }
  return Number.isFinite(budget) ? Math.max(0, budget) : 0;
}

export type Credit = { stretches: Stretch[]; watchedSeconds: number };

/**
 * A learner's credited intervals after a report. If the budget is not sufficient, the earliest part is credited.
 *
 * @param credited the intervals before; disjoint and ascending.
 * @param until the second beyond which nothing more is credited; the end of the film by default.
 * @throws AppError `invalid` for a film in more intervals than real watching produces.
 */
export function credit(
  credited: readonly Stretch[],
  reported: readonly Stretch[],
  { duration, budget, until = duration }: { duration: number; budget: number; until?: number },
): Credit {
  const claimed = union([...credited, ...clip(reported, Math.min(until, duration))], closedGap);
  const stretches = union([...credited, ...earliest(subtract(claimed, credited), budget)]);
  requireFewPieces(stretches, credited.length);
  return { stretches, watchedSeconds: secondsIn(stretches) };
}

/**
 * Refuses a film in more intervals than real watching produces.
 *
 * @param before how many there were already.
 * @throws AppError `invalid`.
 */
export function requireFewPieces(stretches: readonly Stretch[], before = 0): void {
  if (stretches.length > Math.max(mostPieces, before))
    throw new AppError('invalid', 'Too many separate parts were watched.');
}

/**
 * Whether an item of a training is complete: a film once enough of it was watched. Package completion needs both that
 * the learner has spent the minimum time in it, and that it has reported its completion: what it reports comes from the
 * learner's browser, where it can be forged.
 *
 * @param duration the length of the film, or the minimum time in the package, in seconds.
 */
export function isItemComplete(
  { kind, duration }: { kind: 'film' | 'package'; duration: number },
  { stretches, isReported }: { stretches: readonly Stretch[]; isReported: boolean },
): boolean {
  if (kind === 'film') return isComplete(stretches, duration);
  // a player reports fractions of a second
  return isReported && secondsIn(stretches) >= duration - 0.5;
}

/** Whether enough of the film was watched, and its last seconds were seen. */
export function isComplete(stretches: readonly Stretch[], duration: number): boolean {
  const end = stretches.at(-1)?.[1] ?? 0;
  return secondsIn(stretches) >= duration * completeShare && end >= duration - endSeconds;
}

/**
 * Whether an older version of a film has as much to watch as completes the film itself.
 *
 * @param older its length, and `newer` that of the film, in seconds.
 */
export const isAsLong = (older: number, newer: number): boolean => older >= newer * completeShare;

/** Whether no more of a part of the film is missing than a viewer may skip of the whole film. */
export const mayBeSkipped = (part: Stretch, credited: readonly Stretch[], duration: number): boolean =>
  secondsIn(subtract([part], credited)) <= duration * (1 - completeShare);

/**
 * Whether each item, in order, is locked: all after the first incomplete one, so that a film unlocks when those before
 * it are complete. A completed one stays open, even if an incomplete one precedes it after the order was changed.
 */
export function locksOf(films: readonly { completed: boolean }[]): boolean[] {
  const first = films.findIndex(({ completed }) => !completed);
  return films.map(({ completed }, index) => !completed && first !== -1 && index > first);
}

/** Whether two lists contain the same films, each of them once. */
export function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  const [a, b] = [new Set(some), new Set(others)];
  return a.size === some.length && b.size === others.length && a.size === b.size && some.every((id) => b.has(id));
}

export const isSameOrder = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id, place) => id === others[place]);

/** The player's position, clamped to the film. */
export const positionIn = (seconds: number, duration: number): number => Math.min(Math.max(0, seconds), duration);

/** A default film title derived from its file name. */
export function titleFrom(filename: string, serial: number): string {
  const words = filename
    .replace(/\.[^.]{1,8}$/, '')
    .replace(/[_\s]+/g, ' ')
    .replace(/(?<=\w)-(?=\w)|\.(?=\S)/g, ' ')
    .trim();
  return words.slice(0, 200).trim() || `Video ${serial}`;
}
