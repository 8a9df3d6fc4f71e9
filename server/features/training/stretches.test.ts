import { describe, expect, test } from 'vitest';
import { clip, earliest, type Stretch, subtract, union } from './stretches.ts';
import { dice, rounds, wild } from './testing/stretches.ts';

const secondsOf = (stretches: readonly Stretch[]) =>
  new Set(stretches.flatMap(([from, to]) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)));
const isTidy = (stretches: readonly Stretch[]) =>
  stretches.every(([from, to], i) => from < to && from > (stretches[i - 1]?.[1] ?? -1));

describe('sets of stretches', () => {
  test('union contains each second once, in order, and is idempotent', () => {
    for (const seed of rounds) {
      const stretches = clip(wild(dice(seed), 100), 100);
      const joined = union(stretches);
      expect(secondsOf(joined)).toEqual(secondsOf(stretches));
      expect(isTidy(joined)).toBe(true);
      expect(union(joined)).toEqual(joined);
      expect(union(stretches.toReversed())).toEqual(joined);
    }
  });

  test('subtract leaves exactly what is not in the other', () => {
    for (const seed of rounds) {
      const random = dice(seed);
      const [a, b] = [union(clip(wild(random, 60), 60)), union(clip(wild(random, 60), 60))];
      const rest = subtract(a, b);
      const lacking = secondsOf(b);
      expect(secondsOf(rest)).toEqual(new Set([...secondsOf(a)].filter((second) => !lacking.has(second))));
      expect(isTidy(rest)).toBe(true);
    }
  });

  test('earliest takes no more than the limit, from the front', () => {
    expect(
      earliest(
        [
          [10, 20],
          [30, 40],
        ],
        15,
      ),
    ).toEqual([
      [10, 20],
      [30, 35],
    ]);
    expect(earliest([[10, 20]], 0)).toEqual([]);
    expect(earliest([[10, 20]], -3)).toEqual([]);
    expect(earliest([[0, 9]], 1.23456)).toEqual([[0, 1.234]]);
  });

  test('clip drops what is not a stretch of the film', () => {
    const nonsense: Stretch[] = [
      [Number.NaN, 5],
      [1, Number.NaN],
      [8, 2],
      [3, 3],
      [-9, -1],
      [200, 300],
      [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      [-5, 4],
      [95, 700],
    ];
    expect(clip(nonsense, 100)).toEqual([
      [0, 100],
      [0, 4],
      [95, 100],
    ]);
  });
});
