import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readCode } from '../features/certificates/testing/read-code.ts';
import { qrSvg } from './qr-code.ts';

/** The text that a phone reads from the drawing, at four pixels per module. */
function read(svg: string): Promise<string | undefined> {
  const side = Number(/width="(\d+)"/.exec(svg)?.[1]) * 4;
  return readCode(sharp(Buffer.from(svg)).resize(side, side, { kernel: 'nearest' }));
}

describe('the QR code', () => {
  it.each([
    'https://fairlead.example/verify/FMA-2026-7K3PW9QX2MTHA',
    'http://127.0.0.1:3000/verify/FMA-2026-7K3PW9QX2MTHA',
    `HTTPS://FAIRLEAD.EXAMPLE/C#${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.repeat(14)}`,
  ])('reads as %s', async (url) => {
    expect(await read(qrSvg(url))).toBe(url);
  });

  it('has four white modules on every side', () => {
    const svg = qrSvg('https://fairlead.example/verify/1');
    const side = Number(/width="(\d+)"/.exec(svg)?.[1]);
    const runs = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1h/g)].map(([, x, y, length]) => [
      Number(x),
      Number(y),
      Number(length),
    ]);
    const xs = runs.flatMap(([x = 0, , length = 0]) => [x, x + length]);
    const ys = runs.flatMap(([, y = 0]) => [y, y + 1]);
    expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([4, side - 4, 4, side - 4]);
    expect(svg).toContain(`fill="#fff" d="M0 0h${side}v${side}`);
  });

  it('refuses a text that no QR code can hold', () => {
    expect(() => qrSvg('A'.repeat(5000))).toThrow();
  });
});
