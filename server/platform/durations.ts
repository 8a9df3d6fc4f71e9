export type Labels = Readonly<Record<string, string | number>>;

/** Durations with the same labels: how many took at most each bound, how many there were, and their sum in seconds. */
type Counted<L> = { labels: L; within: number[]; count: number; seconds: number };

/** Counts durations by their labels, for a histogram of the metrics. */
export class Durations<L extends Labels = Labels> {
  /** Upper bounds of the buckets, in seconds, ascending. */
  readonly bounds: readonly number[];
  readonly #counted = new Map<string, Counted<L>>();

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
  }

  note(labels: L, seconds: number): void {
    const key = JSON.stringify(labels);
    const counted = this.#counted.get(key) ?? { labels, within: this.bounds.map(() => 0), count: 0, seconds: 0 };
    counted.within = counted.within.map((count, i) => count + (seconds <= (this.bounds[i] ?? 0) ? 1 : 0));
    counted.count += 1;
    counted.seconds += seconds;
    this.#counted.set(key, counted);
  }

  get all(): readonly Counted<L>[] {
    return [...this.#counted.values()];
  }
}
