import { expect, test } from 'vitest';
import { codesOf, isKindCode, isOffered } from './rules.ts';

test.each([
  ['no', 'PA', ['COC']],
  ['also', 'PA', ['COC', 'COC-PA']],
  ['instead', 'PA', ['COC-PA']],
  ['also', '', ['COC']],
  ['instead', '', ['COC']],
] as const)('a document whose country counts as "%s" and is "%s" proves %j', (countryInCode, country, codes) =>
  expect(codesOf({ code: 'COC', countryInCode }, country)).toEqual(codes),
);

test('a code belongs to its kind, with two letters of a country only where the country is in the code', () => {
  const belongs = (asked: string, countryInCode: 'no' | 'also' | 'instead') =>
    isKindCode({ code: 'COC', countryInCode }, asked);
  expect((['no', 'also', 'instead'] as const).map((rule) => belongs('COC', rule))).toEqual([true, true, true]);
  expect((['no', 'also', 'instead'] as const).map((rule) => belongs('COC-PA', rule))).toEqual([false, true, true]);
  for (const other of ['COC-PAN', 'COC-P', 'COP-PA', 'COCXPA', 'COC-']) expect(belongs(other, 'also')).toBe(false);
});

test('retired kinds, and those of the profile, are not offered', () => {
  expect(isOffered({ code: 'CDC', isRetired: false })).toBe(true);
  expect(isOffered({ code: 'CDC', isRetired: true })).toBe(false);
  for (const code of ['PASSPORT', 'INDOS']) expect(isOffered({ code, isRetired: false })).toBe(false);
});
