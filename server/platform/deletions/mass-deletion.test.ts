import { expect, test } from 'vitest';
import { mostInADay } from './mass-deletion.ts';

test.each([
  [0, 20],
  [189, 20],
  [2_099, 20],
  [2_100, 21],
  [1_000_000, 10_000],
])('of %i, %i may be deleted in a day', (total, most) => expect(mostInADay(total)).toBe(most));
