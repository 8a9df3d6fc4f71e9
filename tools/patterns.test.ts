import { expect, test } from 'vitest';
import { faultsOf, patternsIn } from './patterns.ts';

const faultsIn = (text: string) => faultsOf(patternsIn(text, 'some.ts'));

// shows: threats/slow-pattern
test.each([
  ['in the square of its text', 'export const isEmail = (text: string) => /^[^@]+@[^@]+\\.[^@]+$/.test(text);'],
  ['in the square of its text, from every place on', 'const trimmed = text.replace(/\\s+$/, "");'],
  ['without end', 'text.match(/^(a+)+$/u)'],
  ['that nobody knows before it runs', 'new RegExp(words.join("|"))'],
])('a pattern that takes time %s is reported', async (_, source) => {
  expect(await faultsIn(source)).toEqual([expect.stringMatching(/^some\.ts: /)]);
});

// shows: asvs/15.2.2
test('slow patterns are found only in code, and linear ones are accepted', async () => {
  expect(patternsIn('// /(a+)+$/\nconst text = "/(a+)+$/"; const half = a / b / c;', 'some.ts')).toEqual([]);
  expect(await faultsIn('const isCode = (text: string) => /^\\d{6}$/.test(text.replace(/\\s+/g, ""));')).toEqual([]);
  expect(patternsIn('const page = <p title="a">{/^a$/.test(text)}</p>;', 'some.tsx')).toHaveLength(1);
});
