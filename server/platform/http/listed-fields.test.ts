import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { listedFields } from './listed-fields.ts';

const Reply = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      note: z.nullable(z.object({ text: z.string() })),
      seat: z.optional(z.object({ number: z.number() })),
      answer: z.union([z.object({ kind: z.literal('text'), text: z.string() }), z.object({ kind: z.literal('none') })]),
    }),
  ),
});
const row = { name: 'Asha', note: null, answer: { kind: 'none' } };

// shows: asvs/15.3.1
test('fields that a reply does not list are left out, at every depth and of each kind of value', () => {
  const data = [
    { ...row, passwordHash: 'x' },
    {
      name: 'Vijay',
      note: { text: 'late', by: 'x' },
      seat: { number: 1, paid: true },
      answer: { kind: 'text', text: 'yes', isRight: true },
    },
  ];
  expect(listedFields(Reply)({ data, total: 2 })).toStrictEqual({
    data: [row, { name: 'Vijay', note: { text: 'late' }, seat: { number: 1 }, answer: { kind: 'text', text: 'yes' } }],
  });
});

test('an object in the place of a value is not sent', () => {
  expect(() => listedFields(Reply)({ data: [{ ...row, name: { passwordHash: 'x' } }] })).toThrow(TypeError);
});
