import decodeQR from 'qr/decode.js';
import { smaller } from './look.ts';

/** A picture as shades of grey: one byte for each pixel, row by row. */
export type Grey = { width: number; height: number; data: Uint8Array | Uint8ClampedArray };

/** How much of the difference to its blurred self sharpening adds to a picture. */
const sharpening = 1.5;
/** A picture with more pixels is not enlarged: its code has pixels enough, and a phone's memory is small. */
const mostPixels = 12_000_000;

/** The shades of grey of a picture in RGBA, by the weights of Rec. 601. */
export function greyOf({ width, height, data }: { width: number; height: number; data: ArrayLike<number> }): Grey {
  const grey = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < grey.length; pixel++, at += 4) {
    grey[pixel] = ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29) >> 8;
  }
  return { width, height, data: grey };
}

/**
 * How long one look at a still picture may take beyond the library's first attempt, in milliseconds. Codes that are
 * read need less than 500 in all; a picture full of what resembles a code would take ten seconds and more.
 */
export const msPerLook = 2000;

/**
 * The text of a QR code in a picture; undefined when none is found.
 *
 * @param milliseconds how long it may look again, more slowly, after the first attempt.
 */
export function readCode(picture: Grey, milliseconds: number): string | undefined {
  try {
    // 'I420' is a plane of brightness; what follows the plane is not read
    return decodeQR(picture, { format: 'I420', effort: Number.POSITIVE_INFINITY, timeLimit: milliseconds });
  } catch {
    return undefined; // the library throws when it finds no code, and when it cannot read one
  }
}

/**
 * Each look at a still picture, the cheapest first. A scan of a whole sheet at 100 dpi has two dots for a module, too
 * few for the library, and what the scanner has blurred has to be sharpened before it is enlarged.
 */
export function* looksAt(picture: Grey): Generator<Grey> {
  yield picture;
  for (const factor of smaller) yield scaled(picture, factor);
  const sharp = sharpened(picture);
  for (const times of [2, 3]) {
    if (picture.width * picture.height * times * times <= mostPixels) yield scaled(sharp, times);
  }
}

/** Adds to each pixel how much it differs from its surroundings (an unsharp mask of one pixel). */
function sharpened({ width, height, data }: Grey): Grey {
  const out = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y++) {
    const [above, here, below] = [Math.max(0, y - 1) * width, y * width, Math.min(height - 1, y + 1) * width];
    const column = (x: number) => (data[above + x] ?? 0) + 2 * (data[here + x] ?? 0) + (data[below + x] ?? 0);
    let left = column(0);
    let middle = left;
    for (let x = 0; x < width; x++) {
      const right = column(Math.min(width - 1, x + 1));
      const own = data[here + x] ?? 0;
      out[here + x] = own + sharpening * (own - (left + 2 * middle + right) / 16);
      left = middle;
      middle = right;
    }
  }
  return { width, height, data: out };
}

/** A picture at another size, by cubic interpolation (Catmull and Rom). */
const scaled = (picture: Grey, factor: number): Grey => turned(widened(turned(widened(picture, factor)), factor));

/** Catmull and Rom's weight of a pixel at a distance, in pixels. */
function weightAt(distance: number): number {
  const d = Math.abs(distance);
  if (d < 1) return (1.5 * d - 2.5) * d * d + 1;
  return d < 2 ? ((2.5 - 0.5 * d) * d - 4) * d + 2 : 0;
}

/** A picture of another width. */
function widened({ width, height, data }: Grey, factor: number): Grey {
  const wide = Math.max(1, Math.round(width * factor));
  // where it gets smaller, more pixels have a part in each one
  const reach = Math.max(1, 1 / factor);
  const parts = Math.ceil(4 * reach);
  const sources = new Int32Array(wide * parts);
  const weights = new Float32Array(wide * parts);
  for (let x = 0; x < wide; x++) {
    const centre = (x + 0.5) / factor - 0.5;
    const first = Math.ceil(centre - 2 * reach);
    let all = 0;
    for (let part = 0; part < parts; part++) all += weightAt((first + part - centre) / reach);
    for (let part = 0; part < parts; part++) {
      sources[x * parts + part] = Math.min(width - 1, Math.max(0, first + part));
      weights[x * parts + part] = weightAt((first + part - centre) / reach) / all;
    }
  }
  const out = new Uint8ClampedArray(wide * height);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0, at = 0; x < wide; x++) {
      let sum = 0;
      for (let part = 0; part < parts; part++, at++) sum += (weights[at] ?? 0) * (data[row + (sources[at] ?? 0)] ?? 0);
      out[y * wide + x] = sum;
    }
  }
  return { width: wide, height, data: out };
}

/** A picture with rows and columns exchanged. */
function turned({ width, height, data }: Grey): Grey {
  const out = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) out[x * height + y] = data[y * width + x] ?? 0;
  }
  return { width: height, height: width, data: out };
}
