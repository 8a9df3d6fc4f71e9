import sharp from 'sharp';
import { Refusal } from '../inspection/refusal.ts';

// Every picture is a different one, so the library's cache would only cost memory.
sharp.cache(false);
// Decoding a picture, up to 200 MB, may use one core only, so that the others stay free for requests.
sharp.concurrency(1);

/**
 * How a picture is stored: the maximum length of its longer edge in pixels, that of its width where it is less, and the
 * format in which it is re-encoded. Transparent areas become white in JPEG, which has no transparency, and wherever
 * `onWhite` is set.
 */
export type PictureShape = { maxEdge: number; maxWidth?: number; format: 'jpeg' | 'webp'; onWhite?: true };

/** What is done with a picture: a received file is checked and redrawn, a stored picture redrawn or measured. */
export type PictureOrder =
  | { received: string; decoder: string; shape: PictureShape }
  | { stored: Uint8Array; shape: PictureShape }
  | { measured: Uint8Array };

export type DrawnPicture = { data: Uint8Array; width: number; height: number };
/** A picture's size in pixels, and how strong its sharpest edges are (`sharpestOf`). */
export type PictureQuality = { width: number; height: number; sharpness: number };

/** 50 megapixels decode to 200 MB; phones that take larger pictures also offer smaller ones. */
export const maxPixels = 50_000_000;
// 'warning', the library's default, refuses pictures of common phones for harmless errors in their headers.
const limits = { limitInputPixels: maxPixels, failOn: 'error' } as const;

/** Edges are compared at one size, so that a large picture does not count as blurred: the longer edge, in pixels. */
const comparedAt = 1200;
/** The edge of a part of the picture, in pixels: a few words of a document. */
const part = 64;

const damaged = 'This picture is damaged or incomplete; please send it again.';
const tooManyPixels = 'This picture has more than 50 megapixels; please send a smaller one.';

/**
 * Decodes a picture for an order.
 *
 * @throws Refusal for one that is damaged or too large.
 */
export async function inspect(order: PictureOrder): Promise<DrawnPicture | PictureQuality> {
  try {
    if ('measured' in order) return await measure(order.measured);
    if ('stored' in order) return await draw(order.stored, order.shape);
    await checkHeader(order.received, order.decoder);
    return await draw(order.received, order.shape);
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new Refusal(damaged, { cause });
  }
}

async function checkHeader(path: string, decoder: string): Promise<void> {
  // We check the limit ourselves, because the library reports it only as a message; this reads only the header.
  const { width, height, format } = await sharp(path, { limitInputPixels: false }).metadata();
  if (!width || !height || format !== decoder) throw new Refusal(damaged);
  if (width * height > maxPixels) throw new Refusal(tooManyPixels);
}

async function draw(source: string | Uint8Array, shape: PictureShape): Promise<DrawnPicture> {
  const { maxEdge, maxWidth = maxEdge, format, onWhite } = shape;
  const picture = sharp(source, limits)
    .autoOrient()
    .resize({ width: maxWidth, height: maxEdge, fit: 'inside', withoutEnlargement: true });
  // JPEG has no transparency: a signature on a transparent background must become one on white, not on black.
  if (format === 'jpeg' || onWhite) picture.flatten({ background: '#fff' });
  const encoded = format === 'webp' ? picture.webp({ quality: 80 }) : picture.jpeg({ quality: 85 });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function measure(bytes: Uint8Array): Promise<PictureQuality> {
  const { width, height } = await sharp(bytes).metadata();
  const grey = sharp(bytes, limits)
    .resize({ width: comparedAt, height: comparedAt, fit: 'inside', withoutEnlargement: true })
    .greyscale();
  const { data, info } = await grey.raw().toBuffer({ resolveWithObject: true });
  return { width, height, sharpness: sharpestOf(data, info.width, info.height) };
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
