import { expect, test } from 'vitest';
import { dayOf, formatDate, formatDays, formatInstant, restDaysSentence } from './dates.ts';

// shows: staff/profile-dates, constants/dates
test('a calendar day is the same day in every time zone', () => {
  const zone = process.env.TZ;
  for (const TZ of ['America/Chicago', 'Asia/Kolkata', 'Pacific/Kiritimati', 'UTC']) {
    process.env.TZ = TZ;
    if (TZ === 'America/Chicago') expect(new Date('2026-09-05').getDate()).toBe(4); // the time zone did change
    expect(formatDate('2026-09-05')).toMatch(/^5 Sept? 2026$/);
    expect(formatDate('2028-02-29')).toBe('29 Feb 2028');
  }
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('a text that is not a calendar day remains as it is', () => {
  for (const text of ['', 'N/A', '5/9/2026', '2026-13-45', '2026-09-05T10:00:00Z']) expect(formatDate(text)).toBe(text);
});

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
  expect(formatInstant('2026-11-19T20:00:00.000Z', 'Asia/Kolkata')).toMatch(/^20 Nov 2026, 1:30\sam$/);
  expect(formatInstant('2026-11-19T20:00:00.000Z', 'UTC')).toMatch(/^19 Nov 2026, 8:00\spm$/);
  expect(dayOf(new Date('2026-11-19T20:00:00.000Z'), 'Asia/Kolkata')).toBe('2026-11-20');
});
