import { expect, test } from 'vitest';
import { durationOf } from './course-data.ts';

test.each([
  ['2 days', 'P2D'],
  ['1 day', 'P1D'],
  ['90 Hours', 'PT90H'],
  ['6 weeks', 'P6W'],
])('%s is %s', (words, iso) => expect(durationOf(words)).toEqual({ timeRequired: iso }));

test.each(['', 'two days', '2', '2 days and a test', '1.5 days', '3-5 days'])('%o gives no duration', (words) => {
  expect(durationOf(words)).toEqual({});
});
