import { expect, test } from 'vitest';
import { type Demand, type Site, simulate } from '../bench/scale/simulation.ts';

const demand = (some: Partial<Demand>): Demand => ({
  ...{ name: 'a call', share: 1, main: 0, pool: 0, aside: 0, database: 0, delay: 0 },
  ...some,
});
const site = (some: Partial<Site> = {}): Site => ({ cores: [8, 8], programs: [0], database: 1, ...some });
/** Exponential times, for which queueing theory has formulas. */
const exponential = { requests: 60_000, seed: 7, parts: 1 };

test('one database process at a time on one core waits as an M/M/1 queue with processor sharing does', () => {
  // 1 ÷ (100 − 70) seconds
  const { mean, busy, perSecond } = simulate(
    [demand({ database: 0.01 })],
    site({ cores: [8, 1], programs: Array<number>(20).fill(0) }),
    { perSecond: 70 },
    exponential,
  );
  expect(mean / (1 / 30)).toBeCloseTo(1, 1);
  expect(busy[1]).toBeCloseTo(0.7, 1);
  expect(perSecond / 70).toBeCloseTo(1, 1);
});

test('the main thread of a program is one server, however many cores there are', () => {
  // two halves in one queue: half of the requests that wait are in their second half
  const { mainBusy, perSecond } = simulate([demand({ main: 0.01 })], site(), { people: 50 }, exponential);
  expect(mainBusy).toBeCloseTo(1, 2);
  expect(perSecond / 100).toBeCloseTo(1, 1);
});

test('a second program doubles what is answered, until the database is busy', () => {
  const calls = [demand({ main: 0.01, database: 0.004 })];
  const rate = (programs: number[]) =>
    simulate(calls, site({ cores: [8, 1], programs }), { people: 60 }, exponential).perSecond;
  expect(rate([0]) / 100).toBeCloseTo(1, 1);
  expect(rate([0, 0]) / 200).toBeCloseTo(1, 1);
  expect(rate([0, 0, 0, 0]) / 250).toBeCloseTo(1, 1);
});

test('a delay takes no processor', () => {
  const { mean, busy } = simulate([demand({ delay: 0.02, main: 0.0001 })], site(), { perSecond: 20 }, exponential);
  expect(mean).toBeCloseTo(0.0201, 3);
  expect(Math.max(...busy)).toBeLessThan(0.01);
});

test('kinds arrive by their shares, and a seed repeats a run', () => {
  const calls = [demand({ name: 'rare', share: 1, database: 0.05 }), demand({ share: 9, main: 0.001 })];
  const run = (seed: number) => simulate(calls, site(), { perSecond: 50 }, { requests: 20_000, seed });
  // 50 × 0.1 × 0.05 s on 8 cores
  expect(run(1).busy[1]).toBeCloseTo((50 * 0.1 * 0.05) / 8, 2);
  expect(run(1)).toEqual(run(1));
  expect(run(1)).not.toEqual(run(2));
});

test('what requests have in common is divided among those that are in a program at once', () => {
  const calls = [demand({ database: 0.001, together: { main: 0, aside: 0, database: 0.008 } })];
  const run = (people: number) => simulate(calls, site({ cores: [8, 1] }), { people }, exponential);
  expect(run(1).mean).toBeCloseTo(0.009, 3);
  // each has 1 + 8 ÷ 8 ms, and the core is shared by eight
  expect(run(8).perSecond / 500).toBeCloseTo(1, 1);
});

test('no response waits for what is done aside, which takes its share of the cores', () => {
  const { mean, busy } = simulate([demand({ main: 0.001, aside: 0.02 })], site(), { perSecond: 20 }, exponential);
  expect(mean).toBeCloseTo(0.001, 3);
  expect(busy[0]).toBeCloseTo((20 * 0.021) / 8, 2);
});

test('requests of the next batch are read while a batch is stored', () => {
  const calls = [demand({ main: 0.001, batched: true, together: { main: 0, aside: 0, database: 0.02 } })];
  const { perSecond } = simulate(calls, site(), { people: 20 }, { ...exponential, parts: 100 });
  // half of the people are in each batch, and the other half send their next requests meanwhile
  expect(perSecond / (10 / 0.02)).toBeCloseTo(1, 1);
});
