import { expect, test } from 'vitest';
import { expiryOf } from './expiry.ts';

const today = '2026-11-20';

test.each(['2026-11-19', '2020-01-01', '1999-12-31'])('%s is in the past', (day) => {
  expect(expiryOf(day, today)).toBe('expired');
});

test.each(['2026-11-20', '2027-01-31', '2027-05-19'])('%s is within six months', (day) => {
  expect(expiryOf(day, today)).toBe('soon');
});

test.each(['2027-05-20', '2031-05-01', '', '2027', '0020-05-01', 'soon'])('%s gives no warning', (day) => {
  expect(expiryOf(day, today)).toBeUndefined();
});

test('six months from the end of a long month reach into the month after a short one', () => {
  expect(expiryOf('2027-02-28', '2026-08-31')).toBe('soon');
  expect(expiryOf('2027-03-03', '2026-08-31')).toBeUndefined();
});
