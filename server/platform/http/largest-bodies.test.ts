import { contractCalls } from '@fairlead/contract/platform/testing/contract-calls';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import type { $ZodType as Schema } from 'zod/v4/core';
import { bodyBytesOf } from './arriving-bodies.ts';
import { textFieldsOf } from './form-fields.ts';
import { mostValuesOf, requireFewValues } from './json-bounds.ts';

// The largest body that a schema accepts: each list and each text is as long as it may be.

type Described = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  anyOf?: Described[];
  oneOf?: Described[];
  allOf?: Described[];
  items?: Described;
  prefixItems?: Described[];
  properties?: Record<string, Described>;
  additionalProperties?: unknown;
};

/** Bounded by rules of their own, which no schema describes. */
const isOpen = ({ additionalProperties, items, maxItems }: Described) =>
  typeof additionalProperties === 'object' || (items !== undefined && maxItems === undefined);

const sample: Record<string, string> = {
  date: '2026-11-20',
  'date-time': '2026-11-20T06:30:00.000Z',
  uuid: '0198c0de-0000-7000-8000-000000000000',
};

/** A letter of three bytes, as in Hindi, where a text may have it. No script needs more for a unit of its length. */
function longestText({ format = '', pattern, allOf = [], maxLength = 0 }: Described): string {
  const patterns = [pattern, ...allOf.map((one) => one.pattern)].filter((one) => one !== undefined);
  const wide = 'क'.repeat(maxLength);
  return sample[format] ?? (patterns.every((one) => new RegExp(one, 'u').test(wide)) ? wide : 'x'.repeat(maxLength));
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const longestOf = (values: readonly unknown[]) => values.reduce((a, b) => (bytesOf(b) > bytesOf(a) ? b : a));

function largest(schema: Described): unknown {
  const { anyOf = [], oneOf = [], properties, items, prefixItems, maxItems = 1 } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return longestOf(schema.enum);
  if (anyOf.length + oneOf.length > 0) return longestOf([...anyOf, ...oneOf].map(largest));
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, largest(one)]));
  if (prefixItems) return prefixItems.map(largest);
  if (items) return Array(maxItems).fill(largest(items));
  if (schema.type === 'string') return longestText(schema);
  return schema.type === 'boolean' ? false : 2_147_483_647.25;
}

const described = (schema: Schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described;

/**
 * Texts that are bounded as a whole (`mostTestBytes`, `mostAnswerBytes`): alone each may be long, and 500 questions of
 * which all are would have 30 MB.
 */
const boundedAsAWhole = [
  ...['POST /test', 'PUT /tests/:id', 'PUT /attempts/:id/answers', 'POST /submitTest'],
  ...['POST /courses/:id/preview/answers', 'POST /ship/test-papers/:id/submission'],
  // unresolved points of requests: 200 in all
  'POST /userCourses/activate',
];

const calls = await contractCalls();
const withBody = calls.flatMap(({ name, call }) => (call.body ? [{ name, call, body: call.body }] : []));

test('the largest body of each call has no more values and bytes than are let through', () => {
  expect(withBody.length).toBeGreaterThan(100);
  const tooLarge: string[] = [];
  for (const { name, call, body } of withBody.filter((one) => !one.call.files)) {
    const text = JSON.stringify(largest(described(body)));
    expect(() => requireFewValues(text, mostValuesOf(body)), name).not.toThrow();
    if (Buffer.byteLength(text) > bodyBytesOf(call, call.who)) tooLarge.push(name);
  }
  expect(tooLarge.sort()).toEqual([...boundedAsAWhole].sort());
});

test('the longest texts of each form fit into its fields', () => {
  for (const { name, call, body } of withBody.filter((one) => one.call.files)) {
    const fields = textFieldsOf(call);
    for (const [field, one] of Object.entries(described(body).properties ?? {}))
      expect(Buffer.byteLength(String(largest(one))), `${name} ${field}`).toBeLessThanOrEqual(fields.get(field) ?? 0);
  }
});

test('lists without a limit are those that other rules bound', () => {
  const open = (schema: Described): boolean =>
    isOpen(schema) ||
    [
      ...Object.values(schema.properties ?? {}),
      ...(schema.items ? [schema.items] : []),
      ...(schema.anyOf ?? []),
      ...(schema.oneOf ?? []),
    ].some(open);
  const found = withBody.filter(({ body }) => open(described(body))).map(({ name }) => name);
  // the options of a statement are True and False; the values of a package are counted and each bounded
  expect(found.sort()).toEqual(['POST /test', 'PUT /tests/:id', 'PUT /trainingVideo/packages/:id/state']);
});
