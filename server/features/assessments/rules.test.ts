import { hoursUntilNext } from '@fairlead/contract/assessments/test-settings';
import { describe, expect, test } from 'vitest';
import { isPassed, percentageOf } from './pass-mark.ts';
import { shownScore } from './rules.ts';

// shows: states/test-pass
test('a percentage equal to the pass mark passes, for every score of every test paper of up to 200 questions', () => {
  for (let total = 1; total <= 200; total++) {
    for (let score = 0; score <= total; score++) {
      const percentage = percentageOf(score, total);
      expect(isPassed(percentage, (score * 100) / total)).toBe(true);
      if (Number.isInteger(percentage)) expect(isPassed(percentage, percentage)).toBe(true);
      if (score > 0) expect(isPassed(percentageOf(score - 1, total), percentage)).toBe(false);
    }
  }
  expect([57, 58, 29, 7].every((mark) => isPassed(percentageOf(mark, 100), mark))).toBe(true);
});

// shows: constants/pass-mark
test('a percentage just below the pass mark fails, because nothing is rounded', () => {
  expect(isPassed(percentageOf(2, 3), 66.67)).toBe(false);
  expect(isPassed(percentageOf(2, 3), 66.66)).toBe(true);
  expect(isPassed(percentageOf(0, 3), 0)).toBe(true);
  expect(isPassed(percentageOf(3, 3), 100)).toBe(true);
});

describe('the rough score of a failed attempt', () => {
  const shown = (score: number, totalQuestions: number, passMark: number) =>
    shownScore(
      { score, totalQuestions, passed: isPassed(percentageOf(score, totalQuestions), passMark) },
      { failedScore: 'rough', passMark },
    );

  test('is a range of 20 %, and the last range reaches up to the pass mark', () => {
    expect([0, 3, 4, 7, 8, 13].map((score) => shown(score, 20, 70))).toEqual([
      { score: 0, percentage: 0, percentageBelow: 20 },
      { score: 0, percentage: 0, percentageBelow: 20 },
      { score: 4, percentage: 20, percentageBelow: 40 },
      { score: 4, percentage: 20, percentageBelow: 40 },
      { score: 8, percentage: 40, percentageBelow: 70 },
      { score: 8, percentage: 40, percentageBelow: 70 },
    ]);
    expect(shown(14, 20, 70)).toEqual({ score: 14, percentage: 70, percentageBelow: null });
  });

  // shows: threats/found-answer-key
  test('covers at least four scores wherever there are several ranges, and contains the exact one', () => {
    for (let total = 1; total <= 120; total++) {
      for (const passMark of [1, 19, 33.3, 50, 60, 66.67, 70, 80, 95, 100]) {
        const failing = Array.from({ length: total + 1 }, (_, score) => score).filter(
          (score) => !isPassed(percentageOf(score, total), passMark),
        );
        const ranges = Map.groupBy(failing, (score) => JSON.stringify(shown(score, total, passMark)));
        for (const [said, scores] of ranges) {
          if (ranges.size > 1) expect(scores.length).toBeGreaterThanOrEqual(4);
          const { score: least, percentage, percentageBelow } = JSON.parse(said);
          expect(Math.min(...scores)).toBe(least);
          expect(percentage).toBeLessThanOrEqual(percentageOf(least, total));
          expect(percentageOf(Math.max(...scores), total)).toBeLessThan(percentageBelow);
          expect(percentageBelow).toBeLessThanOrEqual(passMark);
        }
      }
    }
  });

  test('is exact if the assessment is set so', () => {
    const failed = { score: 13, totalQuestions: 20, passed: false };
    expect(shownScore(failed, { failedScore: 'exact', passMark: 70 })).toEqual({
      score: 13,
      percentage: 65,
      percentageBelow: null,
    });
  });
});

test('a growing wait is twice the previous one, up to a week', () => {
  const grows = { hoursBetween: 0.25, waitGrows: true };
  expect([1, 2, 3, 4].map((attempts) => hoursUntilNext(grows, attempts))).toEqual([0.25, 0.5, 1, 2]);
  expect(hoursUntilNext(grows, 1000)).toBe(168);
  expect(hoursUntilNext({ hoursBetween: 200, waitGrows: true }, 5)).toBe(200);
  expect(hoursUntilNext({ hoursBetween: 12, waitGrows: false }, 5)).toBe(12);
  expect(hoursUntilNext({ hoursBetween: null, waitGrows: true }, 5)).toBe(0);
});
