import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Asha Nair', 'AN'],
  ['Maria de los Ángeles', 'MÁ'],
  ['K. R. Nair', 'KN'],
  ['ahmadi', 'A'],
  ['(Mohd.) Ali', 'MA'],
  ['ആശ നായർ', 'ആനാ'],
  ['', ''],
])('%s has the initials %s', (name, initials) => expect(initialsOf(name)).toBe(initials));
