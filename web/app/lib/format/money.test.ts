import { expect, test } from 'vitest';
import { formatRupees } from './money.ts';

// shows: staff/course-cards, entities/course, constants/rupees
test.each([
  [0, '₹0'],
  [2500, '₹2,500'],
  [125000, '₹1,25,000'],
  [4500.5, '₹4,500.50'],
])('%d rupees are %s', (amount, text) => {
  expect(formatRupees(amount)).toBe(text);
});
