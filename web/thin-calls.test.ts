import { expect, test } from 'vitest';
import { thinCallsIn } from './thin-calls.ts';

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
