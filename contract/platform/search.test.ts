import { expect, test } from 'vitest';
import { searchedText, signsOf } from './search.ts';

test.each([
  ['', ''],
  [' ', ''],
  ['a', ''],
  [' a ', ''],
  ['é', ''],
  ['आ', ''],
  ['م', ''],
  ['😀', ''],
  ['an', 'an'],
  [' an ', 'an'],
  ['आश', 'आश'],
  ['伟', '伟'],
  ['王伟', '王伟'],
  ['𠮷', '𠮷'],
  ['김', '김'],
  ['ア', 'ア'],
])('typed %j searches for %j', (typed, searched) => {
  expect(searchedText(typed)).toBe(searched);
});

test('signs are found between other letters, each once', () => {
  expect(signsOf('Wang 王小小 (mate)')).toEqual(['王', '小']);
  expect(signsOf('Asha आशा สมชาย')).toEqual([]);
});
