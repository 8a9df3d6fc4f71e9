import { describe, expect, test } from 'vitest';
import { clockTime, dayInWords, formatDate, localTime, monthInWords, partsOfDay, shortDay } from './dates.ts';

// shows: staff/profile-dates, constants/dates
test('a calendar day is the same day in every time zone', () => {
  const zone = process.env.TZ;
  for (const TZ of ['America/Chicago', 'Asia/Kolkata', 'Pacific/Kiritimati', 'UTC']) {
    process.env.TZ = TZ;
    if (TZ === 'America/Chicago') expect(new Date('2026-09-05').getDate()).toBe(4); // the time zone did change
    expect(formatDate('2026-09-05')).toBe('5 Sept 2026');
    expect(formatDate('2028-02-29')).toBe('29 Feb 2028');
  }
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('every month has its names', () => {
  const days = Array.from({ length: 12 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}-09`);
  expect(days.map(shortDay).join(', ')).toBe(
    '9 Jan, 9 Feb, 9 Mar, 9 Apr, 9 May, 9 Jun, 9 Jul, 9 Aug, 9 Sept, 9 Oct, 9 Nov, 9 Dec',
  );
  expect(days.map((day) => monthInWords(day.slice(0, 7)).replace(' 2026', '')).join(' ')).toBe(
    'January February March April May June July August September October November December',
  );
  expect(dayInWords('2028-11-20')).toBe('20 November 2028');
});

test('a text that is not a calendar day remains as it is', () => {
  for (const text of ['', 'N/A', '5/9/2026', '2026-13-45', '2026-00-10', '2026-02-31', '2026-09-05T10:00:00Z']) {
    expect([formatDate(text), shortDay(text), dayInWords(text)]).toEqual([text, text, text]);
    expect(partsOfDay(text)).toBeUndefined();
  }
});

describe('a local time', () => {
  const local = (moment: string, timeZone: string) => localTime(new Date(moment), timeZone);

  test('is that of the zone, whatever the device has', () => {
    expect(local('2026-11-19T20:00:00Z', 'Asia/Kolkata')).toEqual({ day: '2026-11-20', hour: 1, minute: 30 });
    expect(local('2026-01-01T03:00:00Z', 'America/Chicago')).toEqual({ day: '2025-12-31', hour: 21, minute: 0 });
    expect(local('2026-11-19T18:30:00Z', 'Asia/Kolkata')).toEqual({ day: '2026-11-20', hour: 0, minute: 0 });
  });

  test('is shown with am and pm', () => {
    const times = [0, 1, 11, 12, 13, 23].map((hour) => clockTime({ hour, minute: 5 }));
    expect(times).toEqual(['12:05 am', '1:05 am', '11:05 am', '12:05 pm', '1:05 pm', '11:05 pm']);
  });
});
