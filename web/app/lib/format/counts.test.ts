import { expect, test } from 'vitest';
import { countText } from './counts.ts';

test.each([
  [0, '0'],
  [7, '7'],
  [999, '999'],
  [1000, '1,000'],
  [1001, '1,000+'],
  [5000, '1,000+'],
])('a count of %i is shown as %s', (count, shown) => {
  expect(countText(count)).toBe(shown);
});
