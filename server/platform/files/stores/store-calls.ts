import { Durations } from '../../durations.ts';

/** Upper bounds of the histogram's buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

type CallLabels = { operation: string; outcome: string };

/** Counts and times the calls to an object store, for the metrics. */
export type StoreCalls = {
  /** Makes a call, and notes its duration and outcome: `ok`, or what `outcomeOf` returns for its error. */
  time: <T>(operation: string, call: () => Promise<T>) => Promise<T>;
  durations: Durations<CallLabels>;
};

export function countStoreCalls(outcomeOf: (error: unknown) => string): StoreCalls {
  const durations = new Durations<CallLabels>(bounds);
  return {
    async time(operation, call) {
      const began = performance.now();
      const note = (outcome: string) => durations.note({ operation, outcome }, (performance.now() - began) / 1000);
      try {
        const result = await call();
        note('ok');
        return result;
      } catch (error) {
        note(outcomeOf(error));
        throw error;
      }
    },
    durations,
  };
}
