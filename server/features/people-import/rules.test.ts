import { expect, test } from 'vitest';
import { isSameName } from './rules.ts';

test.each([
  ['Asha Nair', 'NAIR  ASHA', true],
  ['Asha Nair', 'Asha Kumari Nair', true],
  ['José Müller', 'josé müller', true],
  ['Asha Nair', 'Ravi Nair', false],
  ['Asha Nair', '', false],
  ['Asha Nair', '--', false],
])('%j and %j are one name: %j', (one, other, same) => {
  expect(isSameName(one, other)).toBe(same);
  expect(isSameName(other, one)).toBe(same);
});
