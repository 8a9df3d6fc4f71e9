/** Upper bounds of the buckets of durations, in seconds. */
export const callBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** The calls of one operation with one outcome: how many took at most each bound, how many there were, and their sum. */
export type CallTimes = { operation: string; outcome: string; within: number[]; count: number; seconds: number };

/** Counts and times the calls to an object store, for the metrics. */
export type StoreCalls = {
  /** Carries out a call. Its outcome is `ok`, `missing`, or what `outcomeOf` says of its error. */
  time: <T>(operation: string, call: () => Promise<T>) => Promise<T>;
  seen: () => CallTimes[];
};

export function countStoreCalls(outcomeOf: (error: unknown) => string): StoreCalls {
  const seen = new Map<string, CallTimes>();
  function note(operation: string, outcome: string, seconds: number): void {
    const key = `${operation} ${outcome}`;
    const times = seen.get(key) ?? { operation, outcome, within: callBounds.map(() => 0), count: 0, seconds: 0 };
    seen.set(key, {
      ...{ operation, outcome },
      within: times.within.map((count, i) => count + (seconds <= (callBounds[i] ?? 0) ? 1 : 0)),
      count: times.count + 1,
      seconds: times.seconds + seconds,
    });
  }
  return {
    async time(operation, call) {
      const began = performance.now();
      const past = () => (performance.now() - began) / 1000;
      try {
        const result = await call();
        note(operation, 'ok', past());
        return result;
      } catch (error) {
        note(operation, outcomeOf(error), past());
        throw error;
      }
    },
    seen: () => [...seen.values()],
  };
}
