import { expect, test } from 'vitest';
import { dayOf, formatDays, formatInstant, restDaysSentence } from './dates.ts';

test('a range of days repeats neither month nor year', () => {
  expect(formatDays('2026-11-05', '2026-11-05')).toBe('5 Nov 2026');
  expect(formatDays('2026-11-05', '2026-11-08')).toBe('5 to 8 Nov 2026');
  expect(formatDays('2026-11-30', '2026-12-02')).toBe('30 Nov to 2 Dec 2026');
  expect(formatDays('2026-12-31', '2027-01-02')).toBe('31 Dec 2026 to 2 Jan 2027');
});

test('days without class are named, or counted when they are many', () => {
  const days = Array.from({ length: 7 }, (_, n) => `2026-12-0${n + 1}`);
  expect(restDaysSentence([])).toBe('');
  expect(restDaysSentence(days.slice(5))).toBe('No class on 6 Dec 2026, 7 Dec 2026.');
  expect(restDaysSentence(days)).toBe('No class on 7 days in between.');
});

// shows: constants/dates
test('a time is shown in the academy’s time zone, wherever the reader is', () => {
  expect(formatInstant('2026-11-19T20:00:00.000Z', 'Asia/Kolkata')).toBe('20 Nov 2026, 1:30 am');
  expect(formatInstant('2026-11-19T20:00:00.000Z', 'UTC')).toBe('19 Nov 2026, 8:00 pm');
  expect(dayOf(new Date('2026-11-19T20:00:00.000Z'), 'Asia/Kolkata')).toBe('2026-11-20');
});
