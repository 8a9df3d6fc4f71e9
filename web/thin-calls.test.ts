import { resolve } from 'node:path';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { droppableSchemas, thinCalls, thinCallsIn } from './thin-calls.ts';

test('calls keep what a browser needs to make them, and lose their schemas', () => {
  const source = `
    import { z } from 'zod/mini';
    export const most = 200;
    export const kinds = ['first', 'second'] as const;
    export const Fee = z.object({ amount: z.number() });
    export const fees = {
      list: { method: 'GET', path: '/fees', who: ['learner', 'fees:read'], query: ListQuery, reply: data(z.array(Fee)), table: { name: 'fees' } },
      waive: { method: 'POST', path: '/fees/:id/waive', who: 'fees:edit', params: ById, body: z.object({}), status: 201, reply: Message },
    } as const satisfies Calls;
    export const document = { method: 'GET', path: '/fees/documents/:id', who: 'learner', reply: z.unknown() } as const satisfies Call;
    const deciding = ['fees:read'] as const;
    const get = { method: 'GET', path: '/bills/:id', who: deciding, reply: Bill } as const satisfies Call;
    export const bills = { get } as const satisfies Calls;
    export const total = sum(kinds);
  `;
  expect(Object.fromEntries(thinCallsIn('calls.ts', source))).toEqual({
    most: { kind: 'values', text: '200' },
    kinds: { kind: 'values', text: "['first', 'second']" },
    fees: {
      kind: 'calls',
      text: "{ list: { method: 'GET', path: '/fees', who: ['learner', 'fees:read'], table: { name: 'fees' } }, waive: { method: 'POST', path: '/fees/:id/waive', who: 'fees:edit' } }",
    },
    document: { kind: 'calls', text: "{ method: 'GET', path: '/fees/documents/:id', who: 'learner' }" },
    bills: { kind: 'calls', text: "{ get: { method: 'GET', path: '/bills/:id', who: ['fees:read'] } }" },
  });
});

test('what refers to anything else stays whole', () => {
  const of = (call: string) => [...thinCallsIn('calls.ts', `export const some = { get: ${call} };`).keys()];
  expect(of("{ method: 'GET', path: '/some', who: 'anyone', reply: Some }")).toEqual(['some']);
  expect(of("{ method: 'GET', path: '/some', who: everybody, reply: Some }")).toEqual([]);
  expect(of("{ ...other, path: '/some' }")).toEqual([]);
  expect(of("{ path: '/some', title: words('Some') }")).toEqual([]);
});

/** What a page with this code becomes in a build, without what it needs of React. */
async function built(code: string): Promise<string> {
  const page = resolve(import.meta.dirname, 'app/page-of-a-test.ts');
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'page-of-a-test',
        resolveId: (id) => (id === page ? page : undefined),
        load: (id) => (id === page ? code : undefined),
      },
      thinCalls(),
      droppableSchemas(),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: page } },
  })) as Rolldown.RolldownOutput;
  return output.map((part) => (part.type === 'chunk' ? part.code : '')).join('\n');
}
const carriesSchemas = (code: string) => code.includes('$ZodType');
const imported = "import { ownFees, ownFees as others } from '@fairlead/contract/fees/own-fees';";

test('a page that makes a call gets it without its schemas, under any name', async () => {
  for (const name of ['ownFees', 'others']) {
    const code = await built(`${imported} globalThis.made = [${name}.list];`);
    expect(code).toContain(ownFees.list.path);
    expect([name, carriesSchemas(code)]).toEqual([name, false]);
  }
});

test.each([
  'globalThis.read = others.list.reply;',
  'usePaginatedList([], ownFees.list); function usePaginatedList() {}',
])('a page that reads a schema of a call gets it whole: %s', async (reading) => {
  expect(carriesSchemas(await built(`${imported} ${reading}`))).toBe(true);
});

test('what a page imports beside calls is there, whole or not', async () => {
  const code = await built(`
    import { home, mostExpiring, Home } from '@fairlead/contract/overview/home';
    globalThis.made = [home.getHome, mostExpiring];
  `);
  expect(code).toContain('/home');
  expect(code).toContain('6');
  expect(carriesSchemas(code)).toBe(false);
});
