import type { Costs } from './guarded.ts';
import { percentile, spreadOf } from './rounds.ts';
import type { Row } from './table.ts';

/** What may cost this much more than before, as a ratio. */
const allowed = 1.1;
/** Rounds: at least, and at most until the median of the ratios is known this exactly. */
const rounds = { least: 5, most: 15, error: 0.03 };

/**
 * Measures one thing on two sides in turn, until the ratio of each of its units is known well enough. The first round
 * of each warms up.
 *
 * @returns a row for each unit, whose goal is missed where `now` costs over a tenth more than `before`.
 */
export async function compareInTurn(
  names: Pick<Row, 'what' | 'beside'>,
  now: () => Promise<Costs>,
  before: () => Promise<Costs>,
): Promise<Row[]> {
  await before();
  const units = Object.keys(await now());
  const pairs: { ours: Costs; limit: Costs }[] = [];
  const of = (side: 'ours' | 'limit', unit: string) => pairs.map((pair) => pair[side][unit] ?? Number.NaN);
  const ratiosOf = (unit: string) => of('ours', unit).map((ours, at) => ours / (of('limit', unit)[at] ?? Number.NaN));
  const isKnown = () => units.every((unit) => medianError(ratiosOf(unit)) <= rounds.error);
  while (pairs.length < rounds.most && !(pairs.length >= rounds.least && isKnown())) {
    // the order alternates, since the first of a pair finds different caches
    const nowFirst = pairs.length % 2 === 1;
    const first = nowFirst ? await now() : await before();
    const second = nowFirst ? await before() : await now();
    pairs.push(nowFirst ? { ours: first, limit: second } : { ours: second, limit: first });
  }
  return units.map((unit) => ({
    ...names,
    unit,
    measured: {
      ours: spreadOf(of('ours', unit)),
      limit: spreadOf(of('limit', unit)),
      ratio: spreadOf(ratiosOf(unit)),
    },
    goal: { atMost: allowed },
    note: `± ${(100 * medianError(ratiosOf(unit))).toFixed(1)} % in ${pairs.length} rounds`,
  }));
}

/**
 * How far the median of some values may be from the one that endless rounds would give: its standard error, from the
 * middle half of the values, since one disturbed round must not count.
 */
function medianError(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middleHalf = percentile(sorted, 0.75) - percentile(sorted, 0.25);
  // of a normal distribution, the middle half is 1.349 standard deviations wide, and the median's error 1.253 of them
  return ((1.253 / 1.349) * middleHalf) / Math.sqrt(values.length);
}
