import { expect, test } from 'vitest';
import { formatPercent, scoreInWords, tooFew } from './percent.ts';

test('percentages are whole, and no score reads as one that would pass', () => {
  expect([69.999, 70, 100 / 3].map(formatPercent)).toEqual(['69%', '70%', '33%']);
});

test.each([
  [{ score: 13, totalQuestions: 20, percentage: 65, percentageBelow: null }, '13 of 20 (65%)'],
  [{ score: 0, totalQuestions: 20, percentage: 0, percentageBelow: 66.67 }, 'below 67%'],
  [{ score: 0, totalQuestions: 20, percentage: 33.33, percentageBelow: 66.67 }, 'at least 33%, below 67%'],
])('a score of %j is %s', (score, words) => expect(scoreInWords(score)).toBe(words));

test('statistics need ten test papers', () => {
  expect([tooFew(0), tooFew(9), tooFew(10)]).toEqual([
    'Too few test papers: 0 of 10',
    'Too few test papers: 9 of 10',
    undefined,
  ]);
});
