import { expect, onTestFinished, test, vi } from 'vitest';
import { mayLag, onReplica } from '../db/replica-scope.ts';
import type { Changes } from './changes.ts';
import { keptUntilChange } from './kept-until-change.ts';

/** A program with a list of titles, of which some are kept. */
function program(read = keptUntilChange<{ title: string }>(['public-pages'], 10)) {
  const forget: (() => void)[] = [];
  const changes = { on: (_topic: string, one: () => void) => void forget.push(one) } as unknown as Changes;
  const titles = new Map<string, string>();
  const asked: string[][] = [];
  return {
    titles,
    asked,
    change: () => forget.forEach((one) => void one()),
    titlesOf: async (ids: string[], { day = '2026-11-26', meanwhile = () => {} } = {}) => {
      const found = await read(changes, { ids, day }, async (missing) => {
        asked.push([...missing]);
        const rows = missing.flatMap((id) => (titles.has(id) ? [[id, { title: titles.get(id) ?? '' }] as const] : []));
        meanwhile();
        return rows;
      });
      return ids.map((id) => found.get(id)?.title);
    },
  };
}

test('only what is missing is read, until the next change, on each day, and by each program for itself', async () => {
  const reader = keptUntilChange<{ title: string }>(['public-pages'], 10);
  const [one, other] = [program(reader), program(reader)];
  one.titles.set('a', 'Fire').set('b', 'Rafts');
  expect(await one.titlesOf(['a', 'none'])).toEqual(['Fire', undefined]);
  expect(await one.titlesOf(['a', 'b', 'a'])).toEqual(['Fire', 'Rafts', 'Fire']);
  expect(await one.titlesOf(['a'], { day: '2026-11-27' })).toEqual(['Fire']);
  expect(one.asked).toEqual([['a', 'none'], ['b'], ['a']]);
  expect(await other.titlesOf(['a'])).toEqual([undefined]);
  one.titles.set('a', 'Fire Fighting');
  expect(await one.titlesOf(['a'])).toEqual(['Fire']);
  one.change();
  expect(await one.titlesOf(['a'])).toEqual(['Fire Fighting']);
});

test('what was read before a change is not kept when it arrives after it', async () => {
  const { titles, titlesOf, change } = program();
  titles.set('a', 'Fire');
  const meanwhile = () => {
    titles.set('a', 'Fire Fighting');
    change();
  };
  expect(await titlesOf(['a'], { meanwhile })).toEqual(['Fire']);
  expect(await titlesOf(['a'])).toEqual(['Fire Fighting']);
});

test('a change that nobody has recorded is seen after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => {
    clock.mockRestore();
    vi.useRealTimers();
  });
  const pass = (milliseconds: number) => {
    now += milliseconds;
    vi.advanceTimersByTime(milliseconds);
  };
  const { titles, titlesOf } = program();
  titles.set('a', 'Fire');
  await titlesOf(['a']);
  titles.set('a', 'Fire Fighting');
  pass(59_000);
  expect(await titlesOf(['a'])).toEqual(['Fire']);
  pass(2_000);
  expect(await titlesOf(['a'])).toEqual(['Fire Fighting']);
});

test('nothing is read from a replica, also for an export', async () => {
  const { titles, titlesOf } = program();
  titles.set('a', 'Fire');
  const lagged: boolean[] = [];
  await onReplica(() => titlesOf(['a'], { meanwhile: () => void lagged.push(mayLag()) }));
  expect(lagged).toEqual([false]);
});
