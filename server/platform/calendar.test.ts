import { describe, expect, it } from 'vitest';
import { addMonths, dayAt, momentOf, startOfDay } from './calendar.ts';

describe('dayAt', () => {
  const lateEvening = new Date('2026-11-20T19:00:00Z');

  it('returns the day in the given time zone, not the machine’s', () => {
    expect(dayAt(lateEvening, 'UTC')).toBe('2026-11-20');
    expect(dayAt(lateEvening, 'Asia/Kolkata')).toBe('2026-11-21');
    expect(dayAt(new Date('2026-01-01T03:00:00Z'), 'America/Chicago')).toBe('2025-12-31');
  });
});

describe('addMonths', () => {
  it('keeps the day of the month', () => {
    expect(addMonths('2026-11-20', 1)).toBe('2026-12-20');
    expect(addMonths('2026-11-20', 60)).toBe('2031-11-20');
    expect(addMonths('2026-11-20', 0)).toBe('2026-11-20');
  });

  it('returns the last day if the month is shorter', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2028-01-31', 1)).toBe('2028-02-29');
    expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
  });

  it('subtracts across a year boundary', () => {
    expect(addMonths('2026-05-31', -6)).toBe('2025-11-30');
    expect(addMonths('2026-06-15', -6)).toBe('2025-12-15');
    expect(addMonths('2026-12-15', -12)).toBe('2025-12-15');
  });
});

it('starts a day at midnight in its time zone, also where clocks are changed', () => {
  const begin = (day: string, timeZone: string) => startOfDay(day, timeZone).toISOString();
  expect(begin('2026-11-20', 'Asia/Kolkata')).toBe('2026-11-19T18:30:00.000Z');
  expect(begin('2026-11-20', 'UTC')).toBe('2026-11-20T00:00:00.000Z');
  expect(begin('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
  expect(begin('2026-03-30', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z');
  expect(begin('2026-11-20', 'Pacific/Auckland')).toBe('2026-11-19T11:00:00.000Z');
  expect(begin('2026-11-20', 'America/Los_Angeles')).toBe('2026-11-20T08:00:00.000Z');
});

it('knows the moment of a time of a day, also on the days on which clocks are changed', () => {
  const at = (day: string, time: string, timeZone: string) => momentOf(day, time, timeZone).toISOString();
  expect(at('2026-11-20', '09:00', 'Asia/Kolkata')).toBe('2026-11-20T03:30:00.000Z');
  expect(at('2026-03-29', '01:30', 'Europe/Berlin')).toBe('2026-03-29T00:30:00.000Z');
  expect(at('2026-03-29', '09:00', 'Europe/Berlin')).toBe('2026-03-29T07:00:00.000Z');
  expect(at('2026-10-25', '17:00', 'Europe/Berlin')).toBe('2026-10-25T16:00:00.000Z');
});
