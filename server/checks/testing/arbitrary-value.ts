import fc, { type Arbitrary } from 'fast-check';

/** The part of JSON Schema to which the contract's schemas convert. */
export type JsonSchema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/** Typical values of people and programs: most patterns of the contract accept one of them. */
const plausible = [
  'Asha',
  'Nair',
  'asha@example.org',
  'lighthouse keeper',
  '9820012345',
  '+919820012345',
  '123456',
  'Z4839201',
  'MUM 284391',
  '21GL4839',
  'FMA-2026-7K3PW9QX2MTHA',
  '1994-03-21',
  '2031-05-01',
  '12',
  'on',
  'true',
  '2026-11-20T06:30:00.000Z',
];

/** Values that often break programs: control characters, formulas, paths, markup, a lone surrogate, very long texts. */
const nasty = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202egnp.exe',
  "' or 1=1 --",
  '=HYPERLINK("http://x")',
  '../../etc/passwd',
  '%00',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '\\',
  '%_%',
  'ﷺ'.repeat(200),
  'x'.repeat(100_000),
  '1e309',
  '-0',
  'NaN',
  '9007199254740993',
  '__proto__',
];

const text = (ids: readonly string[]): Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...plausible, ...ids),
    fc.constantFrom(...nasty),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );

/** Deeply nested and wide values, but small enough for any body limit. */
const anything = (ids: readonly string[]): Arbitrary<unknown> =>
  fc.oneof(
    text(ids),
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom<unknown>(null, 0, -1, 1e308, [], {}, [[[[[[[[]]]]]]]], { __proto__: null, constructor: 'x' }),
    fc.constant(Array.from({ length: 2000 }, (_, index) => index)),
  );

const fits = ({ pattern, allOf = [], maxLength = Number.POSITIVE_INFINITY }: JsonSchema) => {
  const patterns = [pattern, ...allOf.map((one) => one.pattern)].filter((one) => one !== undefined);
  const all = patterns.map((one) => new RegExp(one, 'u'));
  return (value: string) => value.length <= maxLength && all.every((one) => one.test(value));
};

function rightText(schema: JsonSchema, ids: readonly string[]): Arbitrary<string> {
  const fitting = [...plausible, ...ids].filter(fits(schema));
  return fitting.length > 0 ? fc.constantFrom(...fitting) : fc.string({ maxLength: schema.maxLength ?? 40 });
}

function right(schema: JsonSchema, ids: readonly string[]): Arbitrary<unknown> {
  const inner = (one: JsonSchema) => valueFor(one, ids);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(inner));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const { minimum: min = -1e9, maximum: max = 1e9 } = schema;
  switch (schema.type) {
    case 'string':
      return rightText(schema, ids);
    case 'integer':
      return fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31) });
    case 'number':
      return fc.double({ min, max, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return schema.prefixItems
        ? fc.tuple(...schema.prefixItems.map(inner))
        : fc.array(inner(schema.items ?? {}), { maxLength: 4 });
    case 'object': {
      const properties = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, inner(one)] as const);
      return fc.record(Object.fromEntries(properties), { requiredKeys: schema.required ?? [] });
    }
    default:
      return anything(ids);
  }
}

/**
 * Values for a schema: at every level, nine in ten are valid, and the others are anything at all.
 *
 * @param ids ids of existing records, so that requests pass the first check
 */
export const valueFor = (schema: JsonSchema, ids: readonly string[]): Arbitrary<unknown> =>
  fc.oneof({ arbitrary: right(schema, ids), weight: 9 }, { arbitrary: anything(ids), weight: 1 });
