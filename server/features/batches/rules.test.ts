import { describe, expect, test } from 'vitest';
import { classDays, daysInWords, halvesOf, phaseOf } from './rules.ts';

const days = { firstDay: '2026-12-04', lastDay: '2026-12-07' };

test.each([
  ['2026-12-03', 'upcoming'],
  ['2026-12-04', 'running'],
  ['2026-12-07', 'running'],
  ['2026-12-08', 'over'],
])('on %s a batch is %s', (today, phase) => {
  expect(phaseOf(days, today)).toBe(phase);
});

describe('the days with class', () => {
  test('are all from the first to the last, without those of rest', () => {
    expect(classDays({ ...days, restDays: ['2026-12-06'] })).toEqual(['2026-12-04', '2026-12-05', '2026-12-07']);
    expect(classDays({ firstDay: '2026-12-04', lastDay: '2026-12-04', restDays: [] })).toEqual(['2026-12-04']);
  });
  test.each([
    ['09:00', '17:00', ['morning', 'afternoon']],
    ['09:00', '13:00', ['morning']],
    ['13:00', '17:00', ['afternoon']],
    ['12:59', '13:01', ['morning', 'afternoon']],
  ])('have from %s to %s these halves: %s', (startsAt, endsAt, halves) => {
    expect(halvesOf({ startsAt, endsAt })).toEqual(halves);
  });
  test('are put into words', () => {
    const inWords = (restDays: string[], lastDay = days.lastDay) => daysInWords({ ...days, lastDay, restDays });
    expect(inWords([])).toBe('4 December 2026 to 7 December 2026');
    expect(inWords([], days.firstDay)).toBe('4 December 2026');
    expect(inWords(['2026-12-05', '2026-12-06'])).toBe(
      '4 December 2026 to 7 December 2026, no class on 5 December 2026 and 6 December 2026',
    );
  });
});
