import { readFile } from 'node:fs/promises';

/** The path of the badge's picture below the public URL. Every badge names it. */
export const emblemPath = '/api/badges/emblem.png';

/** The side of the PNG in pixels, as wallets show it on dense screens. */
const side = 512;

let svg: Promise<string> | undefined;
let png: Promise<Buffer> | undefined;

/** The picture of a badge: the same for every course and person. */
export function emblemSvg(): Promise<string> {
  svg ??= readFile(new URL('./emblem.svg', import.meta.url), 'utf8');
  return svg;
}

/** The same as PNG, drawn once. */
export function emblemPng(): Promise<Buffer> {
  png ??= drawEmblem();
  return png;
}

async function drawEmblem(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(await emblemSvg()))
    .resize(side, side)
    .png({ effort: 10 })
    .toBuffer();
}
