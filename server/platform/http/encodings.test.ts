import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
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

afterEach(() => void vi.useRealTimers());

const textOf = (course: string) =>
  Array.from({ length: 400 }, (_, i) => `${course} ${i * i} is held in room ${i % 7}.`).join('\n');
const sizeIn = async (text: string, etag: string) => (await contentOf(text, etag).as('br')).bytes.length;

test('a text that is made a second time is sent in its smallest form soon, and another text is not', async () => {
  const text = textOf('Course');
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

// shows: threats/endless-urls
test('the smallest forms of many texts take a thread for a quarter of the time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const texts = ['First', 'Second'].map((name) => [textOf(name), `"${name}"`] as const);
  const sizes = () => Promise.all(texts.map(([text, etag]) => sizeIn(text, etag)));
  const [first = 0, second = 0] = await sizes();
  await sizes();
  // not `poll`, which would move the clock
  while ((await sizes())[0] === first) await setImmediate();
  expect([(await sizes())[1], vi.getTimerCount()]).toEqual([second, 1]);
  await vi.advanceTimersToNextTimerAsync();
  await expect.poll(async () => (await sizes())[1]).toBeLessThan(second);
  // the rest after it would never end once the clock is real again, and no later text would get its smallest form
  await vi.advanceTimersToNextTimerAsync();
});

test('a text that is asked for many times while its smallest form is made has it made once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const [popular, next] = [textOf('Popular'), textOf('Next')];
  const first = await sizeIn(popular, '"popular"');
  while ((await sizeIn(popular, '"popular"')) === first) await setImmediate();
  // the next one to be made, after one rest, is another text
  const size = await sizeIn(next, '"next"');
  await sizeIn(next, '"next"');
  await vi.advanceTimersToNextTimerAsync();
  await expect.poll(() => sizeIn(next, '"next"')).toBeLessThan(size);
  await vi.advanceTimersToNextTimerAsync();
});
