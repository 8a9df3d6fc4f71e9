import { expect, test } from 'vitest';
import { codesOf, isOffered } from './rules.ts';

test.each([
  ['no', 'PA', ['COC']],
  ['also', 'PA', ['COC', 'COC-PA']],
  ['instead', 'PA', ['COC-PA']],
  ['also', '', ['COC']],
  ['instead', '', ['COC']],
] as const)('a document whose country counts as "%s" and is "%s" proves %j', (countryInCode, country, codes) =>
  expect(codesOf({ code: 'COC', countryInCode }, country)).toEqual(codes),
);

test('retired kinds, and those of the profile, are not offered', () => {
  expect(isOffered({ code: 'CDC', isRetired: false })).toBe(true);
  expect(isOffered({ code: 'CDC', isRetired: true })).toBe(false);
  for (const code of ['PASSPORT', 'INDOS']) expect(isOffered({ code, isRetired: false })).toBe(false);
});
