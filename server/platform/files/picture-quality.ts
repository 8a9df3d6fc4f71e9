import sharp from 'sharp';
import { withPicture } from '../inspection/inspection.ts';
import { maxPixels } from './pictures.ts';

/** A picture's size in pixels, and how strong its sharpest edges are (`sharpestOf`). */
export type PictureQuality = { width: number; height: number; sharpness: number };

/** Edges are compared at one size, so that a large picture does not count as blurred: the longer edge, in pixels. */
const comparedAt = 1200;
/** The edge of a part of the picture, in pixels: a few words of a document. */
const part = 64;

/** Measures a stored picture; undefined for one that cannot be decoded, or has more pixels than an upload may have. */
export async function measurePicture(bytes: Buffer): Promise<PictureQuality | undefined> {
  try {
    return await withPicture(async () => {
      const { width, height } = await sharp(bytes).metadata();
      const grey = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
        .resize({ width: comparedAt, height: comparedAt, fit: 'inside', withoutEnlargement: true })
        .greyscale()
        .timeout({ seconds: 30 });
      const { data, info } = await grey.raw().toBuffer({ resolveWithObject: true });
      return { width, height, sharpness: sharpestOf(data, info.width, info.height) };
    });
  } catch {
    // it was decoded when it was uploaded, so that this is the disk's fault or ours; nothing is known of it then
    return undefined;
  }
}

/**
 * How strong the edges are where there are the most: the standard deviation of the Laplacian (Pech-Pacheco et al.,
 * 2000) in each part of the picture, of which the sharpest tenth counts, since a document lies on a table that has no
 * edges.
 */
function sharpestOf(grey: Uint8Array, width: number, height: number): number {
  const parts: number[] = [];
  for (let top = 1; top + part < height; top += part)
    for (let left = 1; left + part < width; left += part) parts.push(deviation(grey, width, { top, left }));
  return parts.toSorted((a, b) => b - a)[Math.floor(parts.length / 10)] ?? 0;
}

function deviation(grey: Uint8Array, width: number, { top, left }: { top: number; left: number }): number {
  let [sum, squares] = [0, 0];
  const at = (index: number) => grey[index] ?? 0;
  for (let y = top; y < top + part; y += 1)
    for (let x = left; x < left + part; x += 1) {
      const i = y * width + x;
      const edge = 4 * at(i) - at(i - 1) - at(i + 1) - at(i - width) - at(i + width);
      sum += edge;
      squares += edge ** 2;
    }
  return Math.sqrt(squares / part ** 2 - (sum / part ** 2) ** 2);
}
