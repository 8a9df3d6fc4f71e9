import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { contrast, pairs, tokensIn } from './tokens.ts';

const css = readFileSync(resolve(import.meta.dirname, '../ui/styles/tokens.css'), 'utf8');
const tokens = tokensIn(css);

test('every colour of the site is read, in both themes', () => {
  const names = [...css.matchAll(/--color-([\w-]+):/g)].map(([, name]) => name);
  expect(tokens.map(({ name }) => name)).toEqual(
    names.filter((name) => !['transparent', 'current'].includes(name ?? '')),
  );
});

test('the contrast of black on white is 21', () => {
  const two = tokensIn(':root { --color-a: #000000; --color-b: light-dark(#ffffff, #000000); }');
  expect(contrast(two, 'light', 'a', 'b')).toBeCloseTo(21);
  expect(contrast(two, 'dark', 'a', 'b')).toBeCloseTo(1);
});

test.each(['light', 'dark'] as const)('every pair of text and background colours is legible, %s', (theme) => {
  const tooLow = pairs
    .map(([text, ground, least]) => ({ text, ground, least, ratio: contrast(tokens, theme, text, ground) }))
    .filter(({ ratio, least }) => ratio < least);
  expect(tooLow).toEqual([]);
});
