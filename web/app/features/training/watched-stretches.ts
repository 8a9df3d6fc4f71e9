/** A stretch of a film that ran, from one second of it to a later one. */
export type Stretch = readonly [from: number, to: number];

/** As many pieces as the server takes in one report. */
const most = 500;
/** A player tells its time about four times a second: what lies between two such moments ran too. */
const closing = 0.5;

const round = (seconds: number) => Math.round(seconds * 100) / 100;

/** The same seconds as disjoint stretches in ascending order, small gaps closed, the longest kept if too many. */
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

/**
 * Follows a player and collects what ran. Between two moments of playing, the film ran; a seek breaks the thread, so
 * what was jumped over is never collected. Seconds are the film's, so at double speed two pass in one.
 */
export class WatchRecorder {
  #stretches: Stretch[];
  #last: number | undefined;
  #position: number;

  constructor(before: readonly Stretch[] = [], position = 0) {
    this.#stretches = union(before);
    this.#position = position;
  }

  /** The player stands at `time` and is playing. */
  playedTo(time: number): void {
    const from = this.#last;
    this.#last = time;
    this.#position = time;
    if (from === undefined || time <= from) return;
    this.#stretches = union([...this.#stretches, [round(from), round(time)]]);
  }

  /** The player jumped, stopped, or another film came: what follows starts a new stretch. */
  breakOff(): void {
    this.#last = undefined;
  }

  /** The player was put to `time`, which is where it goes on; nothing ran on the way. */
  jumpedTo(time: number): void {
    this.breakOff();
    this.#position = time;
  }

  /** Where the player stood last, in seconds: the player itself is gone when its page is left. */
  get position(): number {
    return this.#position;
  }

  /** Everything collected so far, also before a reload. */
  get stretches(): readonly Stretch[] {
    return this.#stretches;
  }
}
