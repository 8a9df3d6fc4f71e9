import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { inBatches } from './batches.ts';

type Item = { key: string; value: number };

/** A batched store whose batches end when the test says so. */
function held(most = 10) {
  const batches: { items: readonly Item[]; end: (outcomes: readonly (number | AppError)[]) => void }[] = [];
  const put = inBatches<Item, number>({ most, keyOf: ({ key }) => key }, (items) => {
    const { promise, resolve } = Promise.withResolvers<readonly (number | AppError)[]>();
    batches.push({ items, end: resolve });
    return promise;
  });
  const values = () => batches.map(({ items }) => items.map(({ value }) => value));
  return { put, batches, values };
}

test('a single item is processed at once; items that arrive meanwhile are processed together', async () => {
  const { put, batches, values } = held();
  const first = put({ key: 'a', value: 1 });
  const others = [put({ key: 'b', value: 2 }), put({ key: 'c', value: 3 })];
  expect(values()).toEqual([[1]]);
  batches[0]?.end([10]);
  expect(await first).toBe(10);
  await expect.poll(values).toEqual([[1], [2, 3]]);
  batches[1]?.end([20, 30]);
  expect(await Promise.all(others)).toEqual([20, 30]);
});

test('items with the same key are processed one after another, in order', async () => {
  const { put, batches, values } = held();
  const asked = [1, 2, 3, 4].map((value) => put({ key: value === 3 ? 'b' : 'a', value }));
  for (const place of [0, 1, 2]) {
    await expect.poll(() => batches.length).toBe(place + 1);
    batches[place]?.end(batches[place].items.map(({ value }) => value));
  }
  expect(await Promise.all(asked)).toEqual([1, 2, 3, 4]);
  expect(values()).toEqual([[1], [2, 3], [4]]);
});

test('without a key, one batch may contain equal items', async () => {
  const sizes: number[] = [];
  const put = inBatches<number, number>({ most: 10 }, async (items) => {
    sizes.push(items.length);
    return items;
  });
  expect(await Promise.all([put(1), put(2), put(2), put(2)])).toEqual([1, 2, 2, 2]);
  expect(sizes).toEqual([1, 3]);
});

test('no batch is larger than permitted, and no item is lost', async () => {
  const sizes: number[] = [];
  const put = inBatches<Item, number>({ most: 4, keyOf: ({ key }) => key }, async (items) => {
    sizes.push(items.length);
    return items.map(({ value }) => value);
  });
  const asked = Array.from({ length: 11 }, (_, value) => put({ key: String(value), value }));
  expect(await Promise.all(asked)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(sizes).toEqual([1, 4, 4, 2]);
});

test('a refusal affects only its item; a failed batch affects all its items, and the next continues', async () => {
  let runs = 0;
  const put = inBatches<Item, number>({ most: 10, keyOf: ({ key }) => key }, async (items) => {
    runs += 1;
    if (runs === 2) throw new Error('the database is gone');
    return items.map(({ value }) => (value < 0 ? new AppError('conflict', 'No.') : value));
  });
  const first = put({ key: 'a', value: 1 });
  const failed = await Promise.allSettled([put({ key: 'b', value: 2 }), put({ key: 'c', value: 3 })]);
  expect(await first).toBe(1);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const alone = put({ key: 'd', value: 4 });
  const refused = put({ key: 'e', value: -1 });
  const beside = put({ key: 'f', value: 6 });
  expect(await alone).toBe(4);
  await expect(refused).rejects.toThrow('No.');
  expect(await beside).toBe(6);
});
