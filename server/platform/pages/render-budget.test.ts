import { expect, test } from 'vitest';
import { renderBudget } from './render-budget.ts';

const rates = { network: { burst: 3, perSecond: 0.5 }, together: { burst: 5, perSecond: 1 } };

test('a network has its burst, then its rate, and the time until the next one is returned', () => {
  let now = 0;
  const take = renderBudget(rates, () => now);
  expect([1, 2, 3, 4].map(() => take('a'))).toEqual([0, 0, 0, 2]);
  now = 1_900;
  expect(take('a')).toBe(1);
  now = 2_000;
  expect([take('a'), take('a')]).toEqual([0, 2]);
  // However long it waited, it has no more than its burst.
  now = 1_000_000;
  expect([1, 2, 3, 4].map(() => take('a'))).toEqual([0, 0, 0, 2]);
});

// shows: threats/endless-urls
test('many networks share a limit, and a refused one takes nothing from it', () => {
  let now = 0;
  const take = renderBudget(rates, () => now);
  expect(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(take)).toEqual([0, 0, 0, 0, 0, 1, 1]);
  now = 1_000;
  expect(['f', 'g'].map(take)).toEqual([0, 1]);
});
