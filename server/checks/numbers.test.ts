import { expect, test } from 'vitest';
import { testApp } from '../testing/app.ts';
import type { JsonSchema } from './testing/arbitrary-value.ts';

// Numbers that no column of the database and no record has, wherever a caller can write one.

const program = await testApp();
const { request } = program;
const admin = await program.person('admin');

type Schema = JsonSchema & { exclusiveMinimum?: number; additionalProperties?: JsonSchema };
type Operation = {
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
const description = (await request('GET', '/api/openapi.json')).body as {
  paths: Record<string, Record<string, Operation>>;
};

const fits = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < 2 ** 31;

/** The numbers in a schema, each by its path, and whether both its bounds fit into 32 bits. */
function numbersIn(schema: Schema, path: string): { path: string; isBounded: boolean }[] {
  const { type, minimum, exclusiveMinimum, maximum, items, prefixItems = [], properties = {} } = schema;
  const { anyOf = [], oneOf = [], allOf = [], additionalProperties } = schema;
  if (schema.enum || schema.const !== undefined) return [];
  const isBounded = fits(minimum ?? exclusiveMinimum) && fits(maximum);
  return [
    ...(type === 'number' || type === 'integer' ? [{ path, isBounded }] : []),
    ...[items, additionalProperties, ...prefixItems].flatMap((one) => (one ? numbersIn(one, `${path}[]`) : [])),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => numbersIn(one, path)),
    ...Object.entries(properties).flatMap(([name, one]) => numbersIn(one, `${path}.${name}`)),
  ];
}

const ofOperation = (name: string, { parameters = [], requestBody }: Operation) => [
  ...parameters.flatMap((one) => numbersIn(one.schema, `${name} ${one.in} ${one.name}`)),
  ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => numbersIn(schema, `${name} body`)),
];

// shows: threats/malformed-request, asvs/2.2.1
test('every number of every call of the contract has bounds that a column of 32 bits holds', () => {
  const numbers = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => ofOperation(`${method.toUpperCase()} ${path}`, operation)),
  );
  expect(numbers.length).toBeGreaterThan(90);
  expect(numbers.filter(({ isBounded }) => !isBounded).map(({ path }) => path)).toEqual([]);
});

const extremes = ['-1', '1.5', '32768', '99999', '2147483648', '9223372036854775808', '1e309', '9'.repeat(400)];

// Those outside the contract too: files, badges, the public log.
// shows: threats/malformed-request
test('an extreme number in the path of any route is refused', async () => {
  const routes = program.app.accessMap.filter(({ url }) => /[:*]/.test(url) && url !== '/*');
  const wrong: string[] = [];
  for (const { method, url } of routes) {
    for (const number of extremes) {
      const { status } = await request(method as 'GET', url.replace(/:\w+|\*/g, encodeURIComponent(number)), {
        as: admin,
      });
      if (status < 400 || status >= 500) wrong.push(`${status} for ${number} in ${method} ${url}`);
    }
  }
  expect(routes.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});
