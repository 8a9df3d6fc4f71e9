/** The median, lowest and highest of some numbers. */
export type Spread = { median: number; low: number; high: number };

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { median: at(0.5), low: at(0), high: at(0.999) };
}

/** The value below which a share of ascending numbers lies; 0.99 gives the slowest in a hundred. */
export const percentile = (ascending: readonly number[], share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? Number.NaN;

/** A figure and the limit to compare it with, measured in the same run. */
export type Measured = { ours: Spread; limit: Spread; ratio: Spread };

/**
 * Measures two things in turn, so that other load on the machine affects both, after one warm-up round of each. The
 * ratio is computed for each round.
 */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  limit: () => Promise<number>,
): Promise<Measured> {
  await limit();
  await ours();
  const pairs: [number, number][] = [];
  for (let round = 0; round < rounds; round += 1) {
    // the order alternates, since the first of a pair finds different caches
    const limitFirst = round % 2 === 0;
    const first = limitFirst ? await limit() : await ours();
    const second = limitFirst ? await ours() : await limit();
    pairs.push(limitFirst ? [second, first] : [first, second]);
  }
  return {
    ours: spreadOf(pairs.map(([one]) => one)),
    limit: spreadOf(pairs.map(([, other]) => other)),
    ratio: spreadOf(pairs.map(([one, other]) => one / other)),
  };
}
