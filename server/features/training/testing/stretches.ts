import type { Stretch } from '../stretches.ts';

/** A small seeded generator (mulberry32), so that a failing round can be reproduced. */
export function dice(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
/** Seeds of `dice`. */
export const rounds = Array.from({ length: 300 }, (_, seed) => seed);
/** Intervals on whole seconds, so that sets of seconds give the expected result; some are reversed. */
export const wild = (random: () => number, most: number, count = 12): Stretch[] =>
  Array.from({ length: Math.floor(random() * count) }, () => {
    const [a, b] = [Math.floor(random() * most), Math.floor(random() * most)];
    return random() < 0.1 ? [Math.max(a, b), Math.min(a, b)] : [Math.min(a, b), Math.max(a, b)];
  });
