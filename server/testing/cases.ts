import { test } from 'vitest';

/**
 * Whether the long tests run (`npm run soak -- tests` and `-- engines`). A group of them stands behind `if (isLong)`.
 */
export const isLong = process.env.LONG_TESTS !== undefined;

/**
 * A test of a rare event, or one that takes long for what it shows. It is part of the long run; the gate does not count
 * it.
 */
export const longTest = (name: string, check: () => Promise<void>): void => {
  if (isLong) test(name, check);
};

/** All cases of a table in the long tests; in the gate one of so many, which shows that the rule is there. */
export const someOf = <Case>(cases: readonly Case[], oneOf: number): Case[] =>
  cases.filter((_, index) => isLong || index % oneOf === 0);

/** How often something is tried with made-up values: `often` in the long tests, `seldom` in the gate. */
export const timesOf = (seldom: number, often: number): number => (isLong ? often : seldom);

/**
 * The files that fast-check makes up for a reader: `few` in the gate, 2,000 in the long tests, which print the seed.
 * SEED repeats a run; one that fails says its seed.
 */
export function madeFiles(few: number): { numRuns: number; seed: number } {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  if (isLong) console.log(`made files: SEED=${seed}`);
  return { numRuns: timesOf(few, 2000), seed };
}
