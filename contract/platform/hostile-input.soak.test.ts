import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { contractCalls } from './testing/contract-calls.ts';

// Every field of every call gets a megabyte of text that is slow to parse. A request that blocks the main thread delays
// everybody, so the time for patterns, Unicode normalisation and long lists must be at most linear in the length of the
// input.

type JsonSchema = {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  maxLength?: number;
  maxItems?: number;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
};

/** A field in a part of a request. `around` puts a value for the field into a complete part. */
type Field = { path: string; schema: JsonSchema; around: (value: unknown) => unknown };
type Part = { name: string; schema: z.ZodMiniType; fields: Field[] };

const megabyte = 1_000_000;
/** The maximum number of milliseconds for which one request may block the main thread. */
const most = 50;

function fieldsOf(schema: JsonSchema, path: string, around: Field['around'] = (value) => value): Field[] {
  const inner = [
    ...Object.entries(schema.properties ?? {}).map(([name, one]) =>
      fieldsOf(one, `${path}.${name}`, (value) => around({ [name]: value })),
    ),
    ...[...(schema.prefixItems ?? []), ...(schema.items ? [schema.items] : [])].map((one) =>
      fieldsOf(one, `${path}[]`, (value) => around([value])),
    ),
    ...(schema.anyOf ?? []).map((one) => fieldsOf(one, path, around)),
  ];
  return [{ path, schema, around }, ...inner.flat()];
}

/** All distinct parts of requests, even if several calls share them. */
const parts: Part[] = [
  ...new Map(
    (await contractCalls()).flatMap(({ call }) =>
      (['params', 'query', 'body'] as const).flatMap((kind) => {
        const schema = call[kind] as z.ZodMiniType | undefined;
        if (!schema) return [];
        const json = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
        const name = `${call.method} ${call.path} ${kind}`;
        return [[JSON.stringify(json), { name, schema, fields: fieldsOf(json, name) }] as const];
      }),
    ),
  ).values(),
];

const long = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
/** Ends in characters that most patterns do not match. */
const endless = (start: string, unit: string, length: number) => `${(start + long(unit, length)).slice(0, -2)} x`;
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Beginnings that a pattern matches, and repetitions on which it may backtrack before it fails. */
const begun = ['', 'a', 'a@', '1', '1.', '2026-01-01T00:00:00.', 'https://'];
const repeated = ['@', '.', ' ', '\n', '\r\n', '1', 'a', 'a.', '-', '[', '"', '"",', '\u200b', '\u0315\u0316'];
const scripts = ['a\u0301', '\u0344', '\u1100\u1161\u11a8', '\u{1d15e}', '\ud800', 'ﷺ', 'İ', '\u00a0', 'क्ष'];
const fullOfMarks = `a${'\u0315\u0316'.repeat(15)}`;

/**
 * Hostile texts of a length, cached. At a megabyte, fewer variants are enough, because no check may examine the
 * content.
 */
const textsOf = cached((length: number): string[] => [
  ...(length < megabyte ? begun : ['a']).flatMap((start) => repeated.map((unit) => endless(start, unit, length))),
  ...[...scripts, fullOfMarks].map((unit) => long(unit, length)),
  nested(length / 2),
]);

/** Values that are not text, as large as a body may be. */
const others: unknown[] = [
  JSON.parse(nested(megabyte / 2)),
  Array(megabyte / 2).fill(0),
  Array.from({ length: megabyte / 4 }, () => ({})),
  Array(megabyte / 4).fill(''),
  Object.fromEntries(Array.from({ length: megabyte / 10 }, (_, index) => [index, 0])),
  1e308,
];

function cached<Result>(make: (length: number) => Result): (length: number) => Result {
  const made = new Map<number, Result>();
  return (length) => {
    const result = made.get(length) ?? make(length);
    made.set(length, result);
    return result;
  };
}

/**
 * As long as the field may be, and far too long; in the long run (`npm run soak -- tests`) also four times as long, and
 * a megabyte. Sorted with the shortest first, which fails soonest.
 */
const lengthsFor = ({ type, maxLength = 40 }: JsonSchema): number[] => {
  if (type !== 'string') return [40_000];
  const more = process.env.LONG_TESTS ? [4 * maxLength, megabyte] : [];
  return [maxLength, 40_000, ...more].toSorted((a, b) => a - b);
};

/** The CPU time of this thread in milliseconds, so that a busy machine does not affect it. */
function threadTime(work: () => void): number {
  const { user, system } = process.threadCpuUsage();
  work();
  const after = process.threadCpuUsage();
  return (after.user - user + after.system - system) / 1000;
}

/**
 * The time to validate a value in a field, in milliseconds. If it is too long, it is measured again, because the
 * garbage collector may have run.
 */
function timeOf({ schema }: Part, value: unknown): number {
  const parse = () => threadTime(() => void z.safeParse(schema, value));
  const first = parse();
  return first > most ? Math.min(first, parse()) : first;
}

describe('any input in a request', () => {
  // shows: threats/slow-pattern, asvs/1.3.3
  test('has a maximum length for every text and every list', () => {
    const isMeasured = ({ type, format = '', maxLength, maxItems, prefixItems, ...rest }: JsonSchema) =>
      'enum' in rest ||
      'const' in rest ||
      (type === 'string' && (maxLength !== undefined || ['uuid', 'date'].includes(format))) ||
      (type === 'array' && (maxItems !== undefined || prefixItems !== undefined)) ||
      (type !== 'string' && type !== 'array');
    const fields = parts.flatMap((part) => part.fields);
    expect(fields.length).toBeGreaterThan(200);
    expect(fields.filter(({ schema }) => !isMeasured(schema)).map(({ path }) => path)).toEqual([]);
  });

  // shows: asvs/1.3.3, asvs/15.2.2
  test.each(parts.map((part) => [part.name, part] as const))(`is parsed within ${most} ms: %s`, (_, part) => {
    const slow = part.fields.flatMap(({ path, schema, around }) => {
      // the first that takes too long is enough: the next ones may take minutes
      const value = [...lengthsFor(schema).flatMap(textsOf), ...others].find((one) => timeOf(part, around(one)) > most);
      return value === undefined ? [] : [`${path}: ${JSON.stringify(value).slice(0, 40)}`];
    });
    expect(slow).toEqual([]);
  });
});
