import { expect, test } from 'vitest';
import { inRupees } from './money.ts';
import { groupDigits, listInWords } from './numbers.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-12345, '-12,345'],
  [125000, '1,25,000'],
  [12345678.5, '1,23,45,678.5'],
  [1234.5678, '1,234.568'],
])('%d is written %s', (value, text) => {
  expect(groupDigits(value)).toBe(text);
});

// shows: constants/rupees
test.each([
  [0, '₹0.00'],
  [5, '₹0.05'],
  [450000, '₹4,500.00'],
  [-12345050, '-₹1,23,450.50'],
])('%d paise are %s', (paise, text) => {
  expect(inRupees(paise)).toBe(text);
});

test('a list is a part of a sentence', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((items) => listInWords(items))).toEqual([
    ...['', 'a', 'a and b', 'a, b and c'],
  ]);
  expect(listInWords(['a', 'b'], ',')).toBe('a and b');
  expect(listInWords(['a', 'b', 'c'], ',')).toBe('a, b, and c');
});
