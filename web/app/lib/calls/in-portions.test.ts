import { expect, test } from 'vitest';
import { inPortions } from './in-portions.ts';

test('everything is sent once, in order, and never more at once than a call accepts', async () => {
  const sent: number[][] = [];
  const answers = await inPortions([1, 2, 3, 4, 5], 2, async (portion) => {
    sent.push(portion);
    return portion.map((n) => n * 10);
  });
  expect(sent).toEqual([[1, 2], [3, 4], [5]]);
  expect(answers).toEqual([10, 20, 30, 40, 50]);
  expect(await inPortions([], 2, () => Promise.reject(new Error('nothing to send')))).toEqual([]);
});

test('a failure stops the rest', async () => {
  const sent: number[] = [];
  const failing = inPortions([1, 2, 3], 1, async ([n = 0]) => {
    sent.push(n);
    if (n === 2) throw new Error('no answer');
    return [n];
  });
  await expect(failing).rejects.toThrow('no answer');
  expect(sent).toEqual([1, 2]);
});
