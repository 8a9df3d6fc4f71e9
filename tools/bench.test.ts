import { expect, test } from 'vitest';
import { compareInTurn } from '../bench/harness/compare-in-turn.ts';
import { measureParts, summaryOf } from '../bench/harness/measure-parts.ts';
import { alternate } from '../bench/harness/rounds.ts';
import { isMet, type Row, tableOf } from '../bench/harness/table.ts';

const row = async (what: string, goal: Row['goal']): Promise<Row> => {
  const ours = [1, 90, 100, 110];
  const measured = await alternate(
    3,
    async () => ours.shift() ?? 0,
    async () => 200,
  );
  return { what, beside: 'the limit', unit: 'a second', measured, goal };
};

test('a figure is the median of its rounds without the first one, and says whether it meets its goal', async () => {
  const [met, missed] = [await row('fast', { atLeast: 0.5 }), await row('slow', { atMost: 0.4 })];
  expect([isMet(met), isMet(missed)]).toEqual([true, false]);
  expect(tableOf([met, missed]).split('\n').slice(2)).toEqual([
    '| fast | the limit | 100 a second | 200 | 0.500 | 0.450 to 0.550 | ≥ 0.5 | met |',
    '| slow | the limit | 100 a second | 200 | 0.500 | 0.450 to 0.550 | ≤ 0.4 | missed |',
  ]);
});

test('a part that throws is reported, and the others are still measured', async () => {
  const messages: unknown[] = [];
  const broken = new Error('no server');
  const parts = {
    first: async () => [await row('fast', { atLeast: 0.5 })],
    second: () => Promise.reject(broken),
    third: async () => [await row('slow', { atLeast: 0.9 })],
  };
  const outcome = await measureParts(parts, (line, error) => messages.push(error ?? line));
  expect(outcome.rows.map(({ what }) => what)).toEqual(['fast', 'slow']);
  expect(outcome.broken).toEqual(['second']);
  expect(messages).toContain(broken);
  expect(summaryOf(outcome)).toMatch(/goals met: 1 of 2\n {2}missed: slow\ncould not be measured: second$/);
});

/** Compares costs that follow each other round by round, the first of which warm up. */
async function compared(now: number[], before: number[]) {
  const taking = (costs: number[]) => async () => ({ 'ms CPU': costs.shift() ?? Number.NaN, statements: 3 });
  const [cpu, statements] = await compareInTurn({ what: 'a call', beside: 'v1' }, taking(now), taking(before));
  if (!cpu || !statements) throw new Error('a row is missing');
  return { cpu, statements };
}

test('the guard reports what costs over a tenth more, and not what a disturbed round makes dear', async () => {
  const dearer = await compared([90, 12, 12, 12, 12, 12], [90, 10, 10, 10, 10, 10]);
  expect([isMet(dearer.cpu), isMet(dearer.statements)]).toEqual([false, true]);
  expect(tableOf([dearer.cpu])).toContain(
    '| a call | v1 | 12.0 ms CPU | 10.0 | 1.20 | 1.20 to 1.20 | ≤ 1.1 | missed; ± 0.0 % in 5 rounds |',
  );
  expect(isMet((await compared([9, 10, 10, 40, 10, 10], [9, 10, 10, 10, 10, 10])).cpu)).toBe(true);
});

test('the guard goes on while the ratio is not known well enough, and not for ever', async () => {
  const swinging = Array.from({ length: 16 }, (_, round) => (round % 2 === 0 ? 8 : 12));
  const { cpu } = await compared(swinging, Array<number>(16).fill(10));
  expect(cpu.note).toMatch(/in 15 rounds$/);
});
