import { AppError } from '../../errors.ts';

/** A stretch of a film, from one second of it to a later one. */
export type Stretch = readonly [from: number, to: number];

/** The fastest playback that earns its full length. */
export const fastestRate = 2;
/** Seconds that clocks and slow answers may be apart, for a learner as a whole. */
export const graceSeconds = 5;
/** The grace of one film by itself, as a share of its length: by grace alone no film is complete, however short. */
const graceShare = 0.1;
/** A film is complete when so much of it was watched and its end was seen: credits need no patience. */
const completeShare = 0.95;
const endSeconds = 5;

/** Players report in steps: what lies between two stretches by less than this was watched too, and is charged. */
const closedGap = 0.5;
/** More pieces than anybody leaves who watches; without a bound they would fill the row. */
const mostPieces = 1000;

const milliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;
const length = ([from, to]: Stretch) => to - from;
export const secondsIn = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, stretch) => sum + length(stretch), 0);

/** What is really inside the film; stretches that are reversed, empty or no numbers at all are dropped. */
export function clip(stretches: readonly Stretch[], duration: number): Stretch[] {
  return stretches
    .map(([from, to]): Stretch => [milliseconds(Math.max(0, from)), Math.min(milliseconds(to), duration)])
    .filter((stretch) => length(stretch) > 0);
}

/** The same seconds as disjoint stretches in ascending order; gaps shorter than `closing` seconds are closed. */
export function union(stretches: readonly Stretch[], closing = 0): Stretch[] {
  const joined: [number, number][] = [];
  for (const [from, to] of stretches.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from - last[1] <= closing) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** What of `stretches` is not in `without`; both disjoint and ascending. */
export function subtract(stretches: readonly Stretch[], without: readonly Stretch[]): Stretch[] {
  const rest: Stretch[] = [];
  let next = 0;
  for (const [from, to] of stretches) {
    let start = from;
    while (next < without.length && (without[next]?.[1] ?? 0) <= start) next++;
    for (let i = next; i < without.length; i++) {
      const [cutFrom, cutTo] = without[i] as Stretch;
      if (cutFrom >= to) break;
      if (cutFrom > start) rest.push([start, cutFrom]);
      start = Math.max(start, cutTo);
    }
    if (start < to) rest.push([start, to]);
  }
  return rest;
}

/** The earliest seconds of disjoint, ascending stretches, at most `seconds` of them. */
export function earliest(stretches: readonly Stretch[], seconds: number): Stretch[] {
  const taken: Stretch[] = [];
  let left = seconds;
  for (const [from, to] of stretches) {
    // Down to the millisecond, never up: what is charged is at most what there is.
    const until = Math.min(to, Math.floor((from + left) * 1000) / 1000);
    if (until <= from) break;
    taken.push([from, until]);
    left -= until - from;
  }
  return taken;
}

/** A film that the learner has opened, with what was credited of it. */
export type Opened = { openedAt: Date; watchedSeconds: number };

/**
 * Seconds that may still be credited to a film opened at `openedAt`.
 *
 * Whatever was watched of the films opened since any moment was watched since that moment, one after the other. So
 * for each opening up to this film's, all that is credited to films opened then or later may not exceed the time
 * since, at the fastest rate and with one grace; since its own opening, the grace is at most a tenth of the film. Two
 * tabs, devices or courses side by side thus earn no more than one, while seconds reported late, after hours without a
 * network, still count.
 *
 * @param opened every film that the learner has opened, in all courses, this one included.
 * @param film the one that is reported on; `duration` in seconds.
 */
export function creditBudget(
  opened: readonly Opened[],
  { openedAt, duration }: { openedAt: Date; duration: number },
  now: Date,
): number {
  let budget = Number.POSITIVE_INFINITY;
  let credited = 0;
  const latestFirst = opened.toSorted((a, b) => b.openedAt.getTime() - a.openedAt.getTime());
  for (const [index, film] of latestFirst.entries()) {
    credited += film.watchedSeconds;
    const isLastOfItsMoment = latestFirst[index + 1]?.openedAt.getTime() !== film.openedAt.getTime();
    if (!isLastOfItsMoment || film.openedAt > openedAt) continue;
    const since = (now.getTime() - film.openedAt.getTime()) / 1000;
    const isOwn = film.openedAt.getTime() === openedAt.getTime();
    const grace = isOwn ? Math.min(graceSeconds, duration * graceShare) : graceSeconds;
    budget = Math.min(budget, since * fastestRate + grace - credited);
  }
  return Number.isFinite(budget) ? Math.max(0, budget) : 0;
}

export type Credit = { stretches: Stretch[]; watchedSeconds: number; complete: boolean };

/**
 * What stands to a learner's credit after a report. Where the budget falls short, the earliest part counts.
 *
 * @param credited what stood before; disjoint and ascending.
 * @throws AppError `invalid` for a film in more pieces than watching leaves.
 */
export function credit(
  credited: readonly Stretch[],
  reported: readonly Stretch[],
  { duration, budget }: { duration: number; budget: number },
): Credit {
  const claimed = union([...credited, ...clip(reported, duration)], closedGap);
  const stretches = union([...credited, ...earliest(subtract(claimed, credited), budget)]);
  if (stretches.length > Math.max(mostPieces, credited.length)) {
    throw new AppError('invalid', 'What was watched is in too many pieces.');
  }
  return { stretches, watchedSeconds: secondsIn(stretches), complete: isComplete(stretches, duration) };
}

/** Whether enough of the film was watched, and its last seconds were seen. */
export function isComplete(stretches: readonly Stretch[], duration: number): boolean {
  const end = stretches.at(-1)?.[1] ?? 0;
  return secondsIn(stretches) >= duration * completeShare && end >= duration - endSeconds;
}

/**
 * Which films, in their order, are locked: all after the first that is not complete. One that was completed stays open,
 * also when a film that is not stands before it since the order was changed.
 */
export function locksOf(films: readonly { completed: boolean }[]): boolean[] {
  const first = films.findIndex(({ completed }) => !completed);
  return films.map(({ completed }, index) => !completed && first !== -1 && index > first);
}

/** Whether two orders are of the same films, each of them once. */
export function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  const [a, b] = [new Set(some), new Set(others)];
  return a.size === some.length && b.size === others.length && a.size === b.size && some.every((id) => b.has(id));
}

export const isSameOrder = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id, place) => id === others[place]);

/** Where the player stands, within the film. */
export const positionIn = (seconds: number, duration: number): number => Math.min(Math.max(0, seconds), duration);

/** A film's title from its file's name, as long as nobody gives it a better one. */
export function titleFrom(filename: string, serial: number): string {
  const words = filename
    .replace(/\.[^.]{1,8}$/, '')
    .replace(/[_\s]+/g, ' ')
    .replace(/(?<=\w)-(?=\w)|\.(?=\S)/g, ' ')
    .trim();
  return words.slice(0, 200).trim() || `Video ${serial}`;
}
