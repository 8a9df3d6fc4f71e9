import { expect, test } from 'vitest';
import { expiryWarning } from './expiry.ts';

const today = '2026-11-20';

test.each(['2026-11-19', '2020-01-01', '1999-12-31'])('%s is in the past', (day) => {
  expect(expiryWarning(day, today)).toContain('in the past');
});

test.each(['2026-11-20', '2027-01-31', '2027-05-19'])('%s is within six months', (day) => {
  expect(expiryWarning(day, today)).toContain('within six months');
});

test.each(['2027-05-20', '2031-05-01', '', '2027', '0020-05-01', 'soon'])('%s gives no warning', (day) => {
  expect(expiryWarning(day, today)).toBe('');
});

test('six months from the end of a long month reach into the month after a short one', () => {
  expect(expiryWarning('2027-02-28', '2026-08-31')).toContain('within six months');
  expect(expiryWarning('2027-03-03', '2026-08-31')).toBe('');
});
