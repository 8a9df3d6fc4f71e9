import { expect, test } from 'vitest';
import { topOf } from './column-chart.tsx';

test.each([
  [1, 1],
  [2, 2],
  [3, 4],
  [5, 6],
  [7, 10],
  [10, 10],
  [11, 20],
  [61, 100],
  [139, 200],
  [999, 1000],
])('the axis of a chart up to %i ends at %i', (highest, top) => expect(topOf(highest)).toBe(top));
