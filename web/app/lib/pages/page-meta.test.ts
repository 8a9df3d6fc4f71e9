import { expect, test } from 'vitest';
import { shortened } from './page-meta.ts';

test('a description is cut between words, on one line', () => {
  expect(shortened('Fire\n  on board.')).toBe('Fire on board.');
  const long = shortened(`${'engine room '.repeat(20)}`);
  expect(long.length).toBeLessThanOrEqual(160);
  expect(long).toMatch(/(engine|room)…$/);
});

test('a text without a single space is cut too, and not inside a character', () => {
  const cut = shortened('🚢'.repeat(200));
  expect(cut.length).toBeLessThanOrEqual(161);
  expect(cut.isWellFormed()).toBe(true);
});
