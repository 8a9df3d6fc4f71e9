import encodeQR from 'qr';
import { afterEach, expect, test } from 'vitest';
import { openCodeWorker } from './code-worker.ts';

const worker = openCodeWorker();
afterEach(worker.end);

/** A picture of squares that are dark where `isDark` says so. */
function drawn(side: number, isDark: (x: number, y: number) => boolean): ImageData {
  const pixels = new ImageData(side, side);
  for (let at = 0; at < side * side; at++) {
    pixels.data.fill(isDark(at % side, Math.floor(at / side)) ? 0 : 255, 4 * at, 4 * at + 3);
    pixels.data[4 * at + 3] = 255;
  }
  return pixels;
}

function codeOf(text: string): ImageData {
  const modules = encodeQR(text, 'raw');
  return drawn(modules.length * 5, (x, y) => modules[Math.floor(y / 5)]?.[Math.floor(x / 5)] === true);
}

/** A picture full of the squares in the corners of a code, over which the library takes seconds. */
const hostile = () =>
  drawn(1500, (x, y) => {
    const at = (pixel: number) => Math.abs(Math.floor((pixel % 18) / 2) - 4);
    const ring = Math.max(at(x), at(y));
    return ring === 3 || ring < 2;
  });

test.each([false, true])('a worker reads a code in a picture, of a camera: %s', async (isFrame) => {
  expect(await worker.look({ pixels: codeOf('https://academy.example/C'), isFrame }, 15_000)).toBe(
    'https://academy.example/C',
  );
  expect(await worker.look({ pixels: drawn(100, () => false), isFrame }, 15_000)).toBeUndefined();
});

test('a picture that takes too long is given up, does not stop the page meanwhile, and the next one is read', async () => {
  const pixels = hostile();
  let answer: unknown = 'none yet';
  const looking = worker.look({ pixels, isFrame: false }, 1000).then((text) => {
    answer = text;
  });
  const begun = performance.now();
  let [last, longestPause] = [begun, 0];
  while (answer === 'none yet') {
    await new Promise((resume) => setTimeout(resume));
    const now = performance.now();
    [longestPause, last] = [Math.max(longestPause, now - last), now];
  }
  await looking;
  expect(answer).toBeUndefined();
  // it was the limit that ended it
  expect(performance.now() - begun).toBeGreaterThan(950);
  expect(longestPause).toBeLessThan(500);
  expect(await worker.look({ pixels: codeOf('next'), isFrame: false }, 15_000)).toBe('next');
});

test('a look that is under way finds nothing when the worker is ended', async () => {
  const looking = worker.look({ pixels: hostile(), isFrame: true }, 15_000);
  worker.end();
  expect(await looking).toBeUndefined();
});
