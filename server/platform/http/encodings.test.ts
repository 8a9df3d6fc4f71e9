import { expect, test } from 'vitest';
import { encodingFor, isHeld } from './encodings.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.0, gzip;q=0', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
  ['brotli', 'identity'],
])('a client that accepts %s gets %s', (accepted, expected) => {
  expect(encodingFor(accepted)).toBe(expected);
});

test.each([
  ['W/"abc"', true],
  ['"abc"', true],
  ['"x", W/"abc"', true],
  ['*', true],
  ['"abcd"', false],
  ['', false],
  [undefined, false],
])('a client that sends %s has the version cached: %s', (named, held) => {
  expect(isHeld(named, 'W/"abc"')).toBe(held);
});
