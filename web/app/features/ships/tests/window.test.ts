import { expect, test } from 'vitest';
import { daysIn, windowOf } from './window.ts';

test('a window of days begins and ends at midnight of the academy, also where the clocks change', () => {
  expect(windowOf('2026-12-01', '2026-12-10', 'Asia/Kolkata')).toEqual({
    opensAt: '2026-11-30T18:30:00.000Z',
    closesAt: '2026-12-10T18:30:00.000Z',
  });
  expect(windowOf('2026-10-25', '2026-10-25', 'Europe/London')).toEqual({
    opensAt: '2026-10-24T23:00:00.000Z',
    closesAt: '2026-10-26T00:00:00.000Z',
  });
  expect(windowOf('2026-03-08', '2026-03-08', 'America/New_York')).toEqual({
    opensAt: '2026-03-08T05:00:00.000Z',
    closesAt: '2026-03-09T04:00:00.000Z',
  });
  expect(daysIn('2026-12-01', '2026-12-10')).toBe(10);
});
