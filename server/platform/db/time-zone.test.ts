import { expect, test } from 'vitest';
import { zoneDifference } from './time-zone.ts';

const at = new Date('2026-12-01T00:00:00Z');

test.each([
  ['Asia/Kolkata', 330, undefined],
  ['UTC', 0, undefined],
  ['America/St_Johns', -210, undefined],
  [
    'Asia/Kolkata',
    270,
    /^The time in Asia\/Kolkata differs from 2026-12-01 on: \+04:30 for the database, \+05:30 for the program/,
  ],
  ['UTC', -60, /-01:00 for the database, \+00:00 for the program/],
])('%s with %i minutes', (timeZone, minutes, says) => {
  const found = zoneDifference([{ at, minutes }], timeZone);
  if (says) expect(found).toMatch(says);
  else expect(found).toBeUndefined();
});

test('the first day on which they differ is named', () => {
  const later = new Date('2027-03-14T12:00:00Z');
  const offsets = [
    { at, minutes: 330 },
    { at: later, minutes: 0 },
  ];
  expect(zoneDifference(offsets, 'Asia/Kolkata')).toContain('from 2027-03-14 on');
});
