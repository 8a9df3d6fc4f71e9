import { expect, test, vi } from 'vitest';
import { type Grey, looksAt, msPerLook, readCode } from './read-pixels.ts';

/** A picture full of the squares in the corners of a code. */
function squares(side: number, square: number): Grey {
  const module = square / 9;
  const at = (pixel: number) => Math.floor((pixel % square) / module) - 1;
  const data = Uint8Array.from({ length: side * side }, (_, pixel) => {
    const [x, y] = [at(pixel % side), at(Math.floor(pixel / side))];
    const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
    return ring === 3 || ring < 2 ? 0 : 255;
  });
  return { width: side, height: side, data };
}

test('a picture full of what resembles a code is given up after some seconds', () => {
  const begun = Date.now();
  let seconds = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => begun + 1000 * seconds++);
  try {
    expect(readCode(squares(300, 18), msPerLook)).toBeUndefined();
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(10);
  } finally {
    clock.mockRestore();
  }
});

test('an enlarged picture is sharpened, since a scanner blurs its edges', () => {
  const side = 12;
  const picture = {
    width: side,
    height: side,
    data: Uint8Array.from({ length: side * side }, (_, n) => (n % side < 6 ? 100 : 150)),
  };
  const [asItIs, ...others] = looksAt(picture);
  expect(asItIs).toBe(picture);
  for (const { data } of others.filter(({ width }) => width > side)) {
    expect(Math.min(...data)).toBeLessThan(90);
    expect(Math.max(...data)).toBeGreaterThan(160);
  }
  expect(others.filter(({ width }) => width > side)).toHaveLength(2);
});
