import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { mostValuesOf, requireFewValues } from './json-bounds.ts';

const isRefused = (text: string, most = 1000): boolean => {
  try {
    requireFewValues(text, most);
    return false;
  } catch (error) {
    expect(error).toMatchObject({
      code: 'too-large',
      message: 'This has more entries than can be taken at once. Please send fewer.',
    });
    return true;
  }
};

describe('values of JSON are counted', () => {
  const items = (count: number) => `[${Array(count).fill('100').join(', ')}]`;
  const keys = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 0])));

  // the list or the object itself is a value, too
  test.each([
    ['items', items],
    ['keys', keys],
    [
      'lists',
      (count: number) =>
        `[${Array(count / 2)
          .fill('[0]')
          .join(',')}]`,
    ],
  ])('%s, up to the bound', (_, textOf) => {
    expect([isRefused(textOf(998)), isRefused(textOf(1002))]).toEqual([false, true]);
    expect(isRefused(textOf(1002), 2000)).toBe(false);
  });

  test('but not what stands in a text', () => {
    const text = JSON.stringify([',[{'.repeat(3000), '"\\",'.repeat(3000), '\\'.repeat(2000), ',']);
    expect(isRefused(text, 10)).toBe(false);
    expect(isRefused(`${text.slice(0, -1)},1,2,3,4,5,6]`, 10)).toBe(true);
  });

  test('and how deep they are', () => {
    const nested = (depth: number) => '['.repeat(depth) + ' '.repeat(1000) + ']'.repeat(depth);
    expect([isRefused(nested(32)), isRefused(nested(33))]).toEqual([false, true]);
    expect(isRefused('['.repeat(500_000), 50_000)).toBe(true);
  });
});

test('the bound is twice what a schema describes, with a thousand at least', () => {
  expect(mostValuesOf(z.object({ name: z.string() }))).toBe(1000);
  const row = z.object({ a: z.string(), b: z.optional(z.number()) });
  const rows = z.object({ rows: z.array(row).check(z.maxLength(500)) });
  expect(mostValuesOf(rows)).toBe(2 * (2 + 500 * 3));
  expect(mostValuesOf(z.object({ any: z.array(z.string()) }))).toBe(50_000);
  expect(mostValuesOf(z.object({ any: z.record(z.string(), z.string()) }))).toBe(50_000);
});
