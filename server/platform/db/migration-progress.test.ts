import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { migrationProgress } from './migration-progress.ts';

let told: string[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  told = [];
});
afterEach(() => {
  vi.useRealTimers();
});
const progress = () => migrationProgress((line) => told.push(line));

test('68 migrations that take less than a second say nothing', () => {
  const { begin, end, stop } = progress();
  for (let number = 1; number <= 68; number++) {
    begin({ name: `00${number}-fruit`, number, of: 68 });
    vi.advanceTimersByTime(14);
    end();
  }
  stop(true);
  expect(told).toEqual([]);
});

test('many that take long together are told once a second, and their sum', () => {
  const { begin, end, stop } = progress();
  for (let number = 1; number <= 12; number++) {
    begin({ name: `${number}-fruit`, number, of: 12 });
    vi.advanceTimersByTime(200);
    end();
  }
  stop(true);
  expect(told).toEqual([
    'Migration 5 of 12, 5-fruit …',
    'Migration 10 of 12, 10-fruit …',
    '12 migrations were applied in 2.4 s.',
  ]);
});

test('a slow one is named while it runs, again after a while, and with the time that it took', () => {
  const { begin, end, stop } = progress();
  begin({ name: '0001-fruit', number: 1, of: 2 });
  vi.advanceTimersByTime(45_200);
  end();
  begin({ name: '0002-nuts', number: 2, of: 2 });
  end();
  stop(true);
  expect(told).toEqual([
    'Migration 1 of 2, 0001-fruit …',
    'Migration 1 of 2, 0001-fruit, for 31.0 s …',
    'Migration 1 of 2, 0001-fruit: 45.2 s.',
    '2 migrations were applied in 45.2 s.',
  ]);
});

test('one that fails was not applied, and nor were those before it', () => {
  const { begin, end, stop } = progress();
  begin({ name: '0001-fruit', number: 1, of: 2 });
  end();
  begin({ name: '0002-nuts', number: 2, of: 2 });
  vi.advanceTimersByTime(1_500);
  stop(false);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(['Migration 2 of 2, 0002-nuts …']);
});

test('a program that waits for another says so', () => {
  const { stop } = progress();
  vi.advanceTimersByTime(3_000);
  stop(true);
  expect(told).toEqual(['Waits for the database, which another program may be migrating …']);
});
