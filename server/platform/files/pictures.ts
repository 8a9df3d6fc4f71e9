import { Readable } from 'node:stream';
import { cardCoverWidth } from '@fairlead/contract/cover-url';
import sharp from 'sharp';
import { withPicture } from '../inspection/inspection.ts';
import { badFile } from './bad-file.ts';
import type { Incoming, Prepared } from './files.ts';
import { sniff } from './sniff.ts';
import { replaceFile } from './write-file.ts';

// Every upload is a different picture, so the library's cache would only cost memory.
sharp.cache(false);
// Decoding a picture, up to 200 MB, may use one core only, so that the others stay free for requests.
sharp.concurrency(1);

/**
 * How a picture is stored: the maximum length of its longer edge in pixels, that of its width where it is less, and the
 * format in which it is re-encoded. Transparent areas become white in JPEG, which has no transparency, and wherever
 * `onWhite` is set.
 */
export type PictureShape = { maxEdge: number; maxWidth?: number; format: 'jpeg' | 'webp'; onWhite?: true };
/** A re-encoded picture, with its size in pixels. */
export type PreparedPicture = Prepared & { width: number; height: number };

/**
 * Covers are sent to every visitor, so they use the smaller format; people's own pictures use the one that every tool
 * reads.
 */
export const courseCover: PictureShape = { maxEdge: 1600, format: 'webp' };
export const cardCover: PictureShape = { ...courseCover, maxWidth: cardCoverWidth };
export const portrait: PictureShape = { maxEdge: 800, format: 'jpeg' };
export const documentScan: PictureShape = { maxEdge: 2400, format: 'jpeg' };
/** On white, so that black lines on a transparent background are visible on a dark page too. */
export const questionPicture: PictureShape = { maxEdge: 1600, format: 'webp', onWhite: true };

/** 50 megapixels decode to 200 MB; phones that take larger pictures also offer smaller ones. */
export const maxPixels = 50_000_000;

const decoders: Readonly<Record<string, string>> = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' };
const phoneFormats = ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'];

const isPicture = (mediaType: string | undefined): boolean => mediaType !== undefined && mediaType in decoders;

const sentences = {
  heic:
    'Pictures from this phone are in HEIC format; choose "Most compatible" in its camera settings, ' +
    'or send the picture as JPEG.',
  tooManyPixels: 'This picture has more than 50 megapixels; please send a smaller one.',
  damaged: 'This picture is damaged or incomplete; please send it again.',
};

/**
 * Re-encodes a received picture (JPEG, PNG or WebP): upright, within `maxEdge`, in sRGB and without metadata, so that
 * neither the location where it was taken nor any hidden data is kept.
 *
 * @param otherwise the message for a file that is not a picture.
 * @throws AppError bad-file
 */
export async function preparePicture(
  incoming: Incoming,
  shape: PictureShape,
  otherwise = 'Must be an image',
): Promise<PreparedPicture> {
  const mediaType = await sniff(incoming.path);
  if (mediaType && phoneFormats.includes(mediaType)) throw badFile(incoming, sentences.heic);
  if (!mediaType || !isPicture(mediaType)) throw badFile(incoming, otherwise);
  await checkHeader(incoming, decoders[mediaType]);

  const { data, info } = await withPicture(() => redraw(incoming, shape));
  const written = await replaceFile(incoming.path, Readable.from([data]));
  const { path, originalName } = incoming;
  const { width, height } = info;
  return { path, contentType: `image/${shape.format}`, originalName, ...written, width, height };
}

async function checkHeader(incoming: Incoming, decoder: string | undefined): Promise<void> {
  // We check the limit ourselves, because the library reports it only as a message; this reads only the header.
  const header = await sharp(incoming.path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!header?.width || !header.height || header.format !== decoder) throw badFile(incoming, sentences.damaged);
  if (header.width * header.height > maxPixels) throw badFile(incoming, sentences.tooManyPixels);
}

async function redraw(incoming: Incoming, shape: PictureShape) {
  return draw(incoming.path, shape)
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw badFile(incoming, sentences.damaged, cause);
    });
}

/**
 * A stored picture in another shape.
 *
 * @throws Error when it cannot be read.
 */
export const drawSmaller = (stored: Buffer, shape: PictureShape): Promise<Buffer> =>
  withPicture(() => draw(stored, shape).toBuffer());

/** @param source the path of a picture, or its bytes. */
function draw(source: string | Buffer, { maxEdge, maxWidth = maxEdge, format, onWhite }: PictureShape) {
  // 'warning', the library's default, refuses pictures of common phones for harmless errors in their headers.
  const picture = sharp(source, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: maxWidth, height: maxEdge, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: 30 });
  // JPEG has no transparency: a signature on a transparent background must become one on white, not on black.
  if (format === 'jpeg' || onWhite) picture.flatten({ background: '#fff' });
  return format === 'webp' ? picture.webp({ quality: 80 }) : picture.jpeg({ quality: 85 });
}
