import { describe, expect, test } from 'vitest';
import {
  classDaysIn,
  daysBetween,
  isSunday,
  lastClassDay,
  monthAfter,
  planOf,
  restsOn,
  weeksOf,
} from './batch-days.ts';

describe('the days between two days', () => {
  test('leave both of them out', () => {
    expect(daysBetween('2026-12-04', '2026-12-07', 400)).toEqual(['2026-12-05', '2026-12-06']);
  });
  test.each([
    ['2026-12-04', '2026-12-04'],
    ['2026-12-04', '2026-12-05'],
    ['2026-12-04', '2026-12-01'],
    ['', '2026-12-05'],
    ['2026-12-04', '2029-12-05'],
  ])('are none from %o to %o', (first, last) => expect(daysBetween(first, last, 400)).toEqual([]));
});

test.each([
  ['2026-12-04', 1, '2026-12-04'],
  ['2026-12-04', 2, '2026-12-05'],
  // the Sunday has no class
  ['2026-12-04', 3, '2026-12-07'],
  ['2026-12-28', 5, '2027-01-01'],
  ['', 3, ''],
])('a batch from %o with %i days of class ends on %o', (first, days, last) => {
  expect(lastClassDay(first, { classDays: days })).toBe(last);
});

test('the days of class are read from a duration in days alone', () => {
  expect(
    ['5 days', '1 Day', ' 12 days ', '5 days a week for 3 weeks', '12 days, full time', '2 weeks', '0 days'].map(
      classDaysIn,
    ),
  ).toEqual([5, 1, 12, undefined, undefined, undefined, undefined]);
  expect(['half a day', '400 days', '3 days online, 2 days of practice'].map(classDaysIn)).toEqual(
    Array(3).fill(undefined),
  );
});

describe('a batch like another one', () => {
  const like = (firstDay: string, lastDay: string, restDays: string[], copied: string) => {
    const plan = planOf({ firstDay, lastDay, restDays });
    const last = lastClassDay(copied, plan);
    return [last, daysBetween(copied, last, 400).filter((day) => restsOn(day, copied, plan))];
  };
  // 4 December 2026 is a Friday
  test('has as many days of class, and none on its Sundays', () => {
    expect(like('2026-12-04', '2026-12-07', ['2026-12-06'], '2026-12-18')).toEqual(['2026-12-21', ['2026-12-20']]);
    expect(like('2026-12-04', '2026-12-07', ['2026-12-06'], '2026-12-07')).toEqual(['2026-12-09', []]);
    expect(like('2026-12-04', '2026-12-04', [], '2026-12-06')).toEqual(['2026-12-06', []]);
    expect(like('2026-12-07', '2026-12-09', [], '2026-12-05')).toEqual(['2026-12-08', ['2026-12-06']]);
  });
  test('has class on a Sunday where that had, and its other days without class at their place', () => {
    expect(like('2026-12-04', '2026-12-07', [], '2026-12-11')).toEqual(['2026-12-14', []]);
    expect(like('2026-12-07', '2026-12-11', ['2026-12-09'], '2026-12-14')).toEqual(['2026-12-18', ['2026-12-16']]);
    expect(like('2026-12-04', '2026-12-09', ['2026-12-06', '2026-12-08'], '2026-12-11')).toEqual([
      '2026-12-16',
      ['2026-12-13', '2026-12-15'],
    ]);
  });
});

test('6 December 2026 is a Sunday', () => {
  expect(['2026-12-05', '2026-12-06', '2026-12-07'].map(isSunday)).toEqual([false, true, false]);
});

test('months are counted over the end of a year', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});

test('a month is shown in whole weeks from Monday', () => {
  const weeks = weeksOf('2026-12');
  expect(weeks.map(([monday]) => monday)).toEqual([
    '2026-11-30',
    '2026-12-07',
    '2026-12-14',
    '2026-12-21',
    '2026-12-28',
  ]);
  expect(weeks.at(-1)?.at(-1)).toBe('2027-01-03');
  // February of 2027 begins on a Monday and has four weeks
  expect(weeksOf('2027-02')).toHaveLength(4);
});
