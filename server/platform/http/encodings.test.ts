import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { contentOf, encodingFor, isHeld } from './encodings.ts';

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

test('a text that is made a second time is sent in its smallest form soon, and another text is not', async () => {
  const text = Array.from({ length: 400 }, (_, i) => `Course ${i * i} is held in room ${i % 7}.`).join('\n');
  const sizeOf = async (etag: string) => {
    const { bytes } = await contentOf(text, etag).as('br');
    expect(brotliDecompressSync(bytes).toString()).toBe(text);
    return bytes.length;
  };
  const first = await sizeOf('"stays"');
  expect(await sizeOf('"stays"')).toBe(first);
  await expect.poll(() => sizeOf('"stays"')).toBeLessThan(first);
  expect(await sizeOf('"other"')).toBe(first);
});
