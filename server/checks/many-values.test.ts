import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../testing/app.ts';

// JSON with as many values as its bytes allow is sent to every call. That what is let through holds the main thread for
// a moment only is shown by platform/http/json-bounds.test.ts.

const program = await testApp();
const { request } = program;
const [learner, admin] = [await program.person('learner'), await program.person('admin')];

type Operation = { 'x-who': string[]; requestBody?: { content: Record<string, unknown> } };
const { body: description } = await request('GET', '/api/openapi.json');
const { paths } = description as { paths: Record<string, Record<string, Operation>> };
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { 'x-who': who, requestBody }]) =>
    requestBody?.content['application/json'] === undefined
      ? []
      : [{ method: method.toUpperCase() as 'POST', path: path.replace(/\{\w+\}/g, learner.accountId), ...caller(who) }],
  ),
);

function caller(who: readonly string[]): { called: string; as?: Person } {
  if (who.includes('anyone')) return { called: 'a visitor' };
  const isLearners = who.includes('learner') || who.includes('signed-in');
  return isLearners ? { called: 'a learner', as: learner } : { called: 'staff', as: admin };
}

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0]));
const [fewKeys, manyKeys] = [keys(1400), keys(90_000)];

async function expectRefused({ method, path, as }: (typeof operations)[number], body: object) {
  expect(await request(method, path, { ...(as && { as }), body })).toMatchObject({
    status: 413,
    body: {
      code: 'too-large',
      // some calls take fewer bytes than these
      message: expect.stringMatching(
        /^(This has more entries than can be taken at once. Please send fewer|What was sent is too large)\.$/,
      ),
    },
  });
}

// shows: threats/decompression-bomb, asvs/15.2.2
test.each(operations)('thousands of keys from $called are refused by $method $path', (operation) =>
  expectRefused(operation, operation.as ? manyKeys : fewKeys),
);

// shows: threats/decompression-bomb
describe.each(['a visitor', 'a learner', 'staff'])('from %s', (called) => {
  const operation = operations.find((one) => one.called === called) as (typeof operations)[number];

  test('a list of thousands and deep nesting are refused', async () => {
    let nested = {};
    for (let depth = 0; depth < 500; depth++) nested = { a: nested };
    for (const body of [{ list: Array(operation.as ? 500_000 : 7000).fill(0) }, nested])
      await expectRefused(operation, body);
  });

  test('fields that a call does not know are ignored as before', async () => {
    const { method, path, as } = operation;
    const { status } = await request(method, path, { ...(as && { as }), body: keys(900) });
    expect(status).toBeLessThan(500);
    expect(status).not.toBe(413);
  });
});

test('these are the calls with JSON of the whole program', () => expect(operations.length).toBeGreaterThan(100));
