import { expect, test } from 'vitest';
import { qualityOf } from './measure-link.ts';

test('a link at sea of 64 kbit/s and 700 ms is good enough, one that loses requests or crawls is weak', () => {
  const atSea = { roundTrips: [2100, 1400], lost: 0, bytesPerSecond: 2500 };
  expect(qualityOf(atSea)).toBe('good');
  expect(qualityOf({ ...atSea, roundTrips: [2600, 2500] })).toBe('good');
  expect(qualityOf({ ...atSea, roundTrips: [2600, 2501] })).toBe('weak');
  expect(qualityOf({ ...atSea, bytesPerSecond: 1000 })).toBe('good');
  expect(qualityOf({ ...atSea, bytesPerSecond: 999 })).toBe('weak');
  expect(qualityOf({ ...atSea, roundTrips: [1400], lost: 1 })).toBe('weak');
  expect(qualityOf({ roundTrips: [], lost: 2, bytesPerSecond: 2500 })).toBe('weak');
  expect(qualityOf({ roundTrips: [], lost: 3, bytesPerSecond: 0 })).toBe('none');
});
