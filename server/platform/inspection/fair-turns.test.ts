import { expect, test } from 'vitest';
import { fairTurns } from './fair-turns.ts';

/** A test fixture for work that runs until it is told to end. */
function bench(places: number) {
  const turn = fairTurns(places);
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const done: Promise<void>[] = [];
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    order,
    settled,
    begin(person: string, name: string, failure?: Error) {
      const work = () =>
        new Promise<void>((resolve, reject) => {
          order.push(name);
          ends.set(name, () => (failure ? reject(failure) : resolve()));
        });
      done.push(turn(person, work).catch(() => undefined));
    },
    async end(name: string) {
      ends.get(name)?.();
      await settled();
    },
  };
}

// shows: threats/slow-file, asvs/5.2.1, asvs/15.2.2
test('one person’s work queues behind their own, and that of others passes it', async () => {
  const { begin, end, order, settled } = bench(2);
  for (const name of ['a1', 'a2', 'a3', 'a4']) begin('a', name);
  await settled();
  expect(order).toEqual(['a1']);
  begin('b', 'b1');
  begin('c', 'c1');
  await settled();
  expect(order).toEqual(['a1', 'b1']);
  await end('a1');
  await end('b1');
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2']);
});

// shows: threats/slow-file
test('a free slot goes to the person who was served longest ago', async () => {
  const { begin, end, order, settled } = bench(1);
  for (const name of ['a1', 'a2', 'a3']) begin('a', name);
  for (const name of ['b1', 'b2']) begin('b', name);
  begin('c', 'c1');
  await settled();
  for (let i = 0; i < 6; i += 1) await end(order.at(-1) ?? '');
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a failure releases its slot too', async () => {
  const { begin, end, order, settled } = bench(1);
  begin('a', 'a1', new Error('broken'));
  begin('a', 'a2');
  begin('b', 'b1');
  await settled();
  await end('a1');
  await end('b1');
  expect(order).toEqual(['a1', 'b1', 'a2']);
});
