/** A part of a film that was played, from one second of it to a later one. */
export type Stretch = readonly [from: number, to: number];

/** The number of parts that the server accepts in one report. */
const most = 500;
/** A player reports its time about four times a second: smaller gaps were played too. */
const closing = 0.5;

const round = (seconds: number) => Math.round(seconds * 100) / 100;

/**
 * The same seconds as disjoint parts in ascending order, small gaps closed; the longest are kept if there are too many.
 */
export function union(stretches: readonly Stretch[]): Stretch[] {
  const joined: [number, number][] = [];
  for (const [from, to] of stretches.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from - last[1] <= closing) last[1] = Math.max(last[1], to);
    else if (to > from) joined.push([from, to]);
  }
  if (joined.length <= most) return joined;
  const kept = joined.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0])).slice(0, most);
  return kept.sort((a, b) => a[0] - b[0]);
}

export const secondsIn = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, [from, to]) => sum + to - from, 0);

/** A remainder shorter than this is not worth a sentence: the server lets a twentieth of a film be missing. */
const shortestGap = 0.1;

/** The parts of a film of `duration` seconds that are in none of the stretches, in ascending order. */
export function gapsIn(stretches: readonly Stretch[], duration: number): Stretch[] {
  const gaps: Stretch[] = [];
  let from = 0;
  for (const [start, end] of [...union(stretches), [duration, duration] as const]) {
    const to = Math.min(start, duration);
    if (to - from >= shortestGap) gaps.push([from, to]);
    from = Math.max(from, end);
  }
  return gaps;
}

/** A part that was played at once: seconds of the film, and of the page's monotonic clock when it began and ended. */
export type PlayedPart = { from: number; to: number; began: number; ended: number };

const secondsNow = () => performance.now() / 1000;

/**
 * Follows a player and collects what was played. A part begins where the player stands before it plays (`startsAt`,
 * `jumpedTo`), not at its first update, which may come half a second later. The time between two updates during
 * playback counts; a seek starts a new part, so skipped time never counts. Seconds are those of the film, so at double
 * speed two pass in one.
 */
export class WatchRecorder {
  #stretches: Stretch[] = [];
  #last: number | undefined;
  /** When the player stood there. */
  #lastAt = 0;
  #parts: PlayedPart[] = [];
  #position: number;
  #wasSought = false;

  constructor(position = 0) {
    this.#position = position;
  }

  /**
   * Adds what was collected before, and goes on at the position of then, unless the player was set to another one
   * meanwhile: on a slow disk a person may seek first, and stays there.
   */
  goOnFrom(before: readonly Stretch[], position: number): void {
    this.#stretches = union([...before, ...this.#stretches]);
    if (!this.#wasSought) this.#position = position;
  }

  /** Call it while playing, with the player's current time. */
  playedTo(time: number): void {
    const [from, began] = [this.#last, this.#lastAt];
    this.#last = time;
    this.#lastAt = secondsNow();
    this.#position = time;
    if (from === undefined || time <= from) return;
    const part = { from: round(from), to: round(time), began, ended: this.#lastAt };
    this.#stretches = union([...this.#stretches, [part.from, part.to]]);
    this.#parts.push(part);
  }

  /** The parts that were played since the last call, in their order. */
  takeParts(): PlayedPart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  /** The player is being set to another time, or gets another source: what follows does not continue this part. */
  breakOff(): void {
    this.#last = undefined;
  }

  /** The player stands at `time`, and plays from there. A part that has begun already goes on. */
  startsAt(time: number): void {
    this.#last ??= time;
    this.#lastAt = secondsNow();
  }

  /** The player was set to `time` and continues there; the time skipped does not count. */
  jumpedTo(time: number): void {
    this.#wasSought = true;
    this.#last = time;
    this.#lastAt = secondsNow();
    this.#position = time;
  }

  /** The last position of the player, in seconds: the player itself is gone when its page is left. */
  get position(): number {
    return this.#position;
  }

  /** Everything collected so far, including before a reload. */
  get stretches(): readonly Stretch[] {
    return this.#stretches;
  }
}
