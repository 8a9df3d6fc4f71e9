import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldAnswer, isWithin, readNumber, tidyAnswer } from './compared-answers.ts';
import { neutralOrder } from './question-kinds.ts';

test.each([
  ['12.5', '12.5'],
  [' +012,50 ', '12.5'],
  ['\u22120.0', '0'],
  ['-.5', '-0.5'],
  ['5.', '5'],
  ['٣٫', undefined],
  ['1e5', undefined],
  ['1.2.3', undefined],
  ['.', undefined],
  ['', undefined],
  ['12 m', undefined],
  ['9'.repeat(21), undefined],
])('%j is the number %j', (typed, number) => expect(readNumber(typed)).toBe(number));

test('numbers are compared without rounding', () => {
  expect(isWithin('0.3', '0.2', '0.1')).toBe(true);
  expect(isWithin('0.30000000000000000001', '0.2', '0.1')).toBe(false);
  expect(isWithin('-5', '5', '10')).toBe(true);
  expect(isWithin('-5.1', '5', '10')).toBe(false);
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer(),
      fc.nat(),
      (one, other, tolerance) =>
        isWithin(String(one), String(other), String(tolerance)) === Math.abs(one - other) <= tolerance,
    ),
  );
});

test('typed texts are compared with single spaces, in one form of each letter', () => {
  expect(tidyAnswer(' Man\u00a0 over\tboard ')).toBe('Man over board');
  expect(foldAnswer('E\u0301TRAVE')).toBe('étrave');
});

test('the order in which options are shown does not tell the right one', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 10 }), (right) => {
      const order = neutralOrder(right, right);
      expect(order).not.toEqual(right);
      expect(new Set(order)).toEqual(new Set(right));
      expect(neutralOrder(right.toReversed(), right)).toEqual(order);
    }),
  );
});
