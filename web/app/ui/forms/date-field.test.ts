import { expect, test } from 'vitest';
import { dayFromDigits } from './date-field.tsx';

test('eight digits are a day in the order of a language', () => {
  expect(dayFromDigits('25122031', 'en-IN')).toBe('2031-12-25');
  expect(dayFromDigits('12252031', 'en-US')).toBe('2031-12-25');
  expect(dayFromDigits('20311225', 'sv-SE')).toBe('2031-12-25');
  expect(dayFromDigits('12252031', 'en-IN')).toBe('2031-12-25'); // no other order has a day
  expect(dayFromDigits('05062031', 'en-IN')).toBe('2031-06-05');
  for (const digits of ['31022031', '2512203']) expect(dayFromDigits(digits, 'en-IN')).toBeUndefined();
});
