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

// shows: threats/endless-urls
test.each([1, 2, 10, 100])(
  '%i networks that flood leave an innocent one its pages, and get the rest in equal shares',
  (count) => {
    let now = 0;
    const take = renderBudget(
      { network: { burst: 300, perSecond: 5 }, together: { burst: 600, perSecond: 30 } },
      () => now,
    );
    const flooders = Array.from({ length: count }, (_, n) => `flooder ${n}`);
    const had = new Map(flooders.map((flooder) => [flooder, 0]));
    const innocent: number[] = [];
    for (let second = 0; second < 120; second++) {
      for (let round = 0; round < 20; round++) {
        now += 50;
        for (const flooder of flooders) if (take(flooder) === 0) had.set(flooder, (had.get(flooder) ?? 0) + 1);
      }
      // a page every ten seconds, after the flood has used up what it can
      if (second >= 30 && second % 10 === 0) innocent.push(take('innocent'));
    }
    expect(innocent).toEqual(Array(9).fill(0));
    const shares = [...had.values()];
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(Math.max(5, 0.1 * Math.max(...shares)));
    // the capacity is used
    expect(shares.reduce((sum, share) => sum + share)).toBeGreaterThan(Math.min(count * 800, 3600) * 0.9);
  },
);
