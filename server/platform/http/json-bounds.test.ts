import { ProgressFile } from '@fairlead/contract/offline-records/calls';
import { contractCalls } from '@fairlead/contract/platform/testing/contract-calls';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import type { $ZodType as Schema } from 'zod/v4/core';
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

type Described = { type?: string; properties?: Record<string, Described>; items?: Described; anyOf?: Described[] };
type Path = readonly (string | number)[];

/** Where a JSON schema has lists. */
function listsIn({ type, properties = {}, items, anyOf = [] }: Described, path: Path = []): Path[] {
  const inside = [...Object.entries(properties), ...(items ? [[0, items] as const] : [])];
  return [
    ...(type === 'array' ? [path] : []),
    ...inside.flatMap(([name, one]) => listsIn(one, [...path, name])),
    ...anyOf.flatMap((one) => listsIn(one, path)),
  ];
}

function placed([head, ...rest]: Path, value: unknown): unknown {
  if (head === undefined) return value;
  return typeof head === 'number' ? [placed(rest, value)] : { [head]: placed(rest, value) };
}

const bodies = [
  ['a progress file', ProgressFile as Schema] as const,
  ...(await contractCalls()).flatMap(({ name, call }) => (call.body ? [[name, call.body] as const] : [])),
].filter(([, body]) => mostValuesOf(body) > 1000);

test('bodies of the contract are among those that are measured', () => {
  expect(bodies.map(([name]) => name)).toEqual(expect.arrayContaining(['POST /checklists', 'POST /test']));
});

/** Milliseconds of computing, which other programs on the machine do not change. */
function computing(act: () => void): number {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

test('a megabyte is counted in a few milliseconds', () => {
  const text = `[${'"text", '.repeat(125_000)}0]`;
  const least = Math.min(...[0, 1, 2].map(() => computing(() => requireFewValues(text, 200_000))));
  expect(least).toBeLessThan(20);
});

// each schema is compiled at its first use, and a collection of garbage may fall into one of the measurements
test.each(bodies)('%s with as many values as are let through holds the main thread for 50 ms at most', (_, body) => {
  const many = mostValuesOf(body) - 10;
  const described = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Described;
  const lists = listsIn(described).flatMap((path) =>
    [0, 'x', {}, null].map((item) => placed(path, Array(many).fill(item))),
  );
  const unknown = Object.fromEntries(Array.from({ length: many }, (_, index) => [`k${index}`, 0]));
  for (const content of [unknown, ...lists]) {
    const text = JSON.stringify(content);
    const read = () => {
      const { error } = z.safeParse(body as never, JSON.parse(text));
      for (const { path } of error?.issues ?? []) path.map(String).join('.');
    };
    const least = Math.min(...[0, 1, 2].map(() => computing(read)));
    expect(least, text.slice(0, 60)).toBeLessThan(50);
  }
});
