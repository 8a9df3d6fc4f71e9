import { Readable } from 'node:stream';
import { cardCoverWidth } from '@fairlead/contract/courses/cover-url';
import { fairTurns } from '../inspection/fair-turns.ts';
import { inspector } from '../inspection/inspection.ts';
import { Refusal } from '../inspection/refusal.ts';
import { badFile } from './bad-file.ts';
import type { Incoming, Prepared } from './files.ts';
import type { DrawnPicture, PictureOrder, PictureQuality, PictureShape } from './picture-inspection.ts';
import { sniff } from './sniff.ts';
import { replaceFile } from './write-file.ts';

const inspectAny = inspector<unknown, PictureOrder>(new URL('./picture-inspection.ts', import.meta.url), {
  turns: fairTurns(2, 'pictures'),
  bounds: { seconds: 30, megabytes: 600 },
});
/** Carries out an order in a process of its own. */
const inspectPicture = <Facts extends DrawnPicture | PictureQuality>(order: PictureOrder): Promise<Facts> =>
  inspectAny(order) as Promise<Facts>;

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

const decoders: Readonly<Record<string, string>> = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' };
const phoneFormats = ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'];

const isPicture = (mediaType: string | undefined): boolean => mediaType !== undefined && mediaType in decoders;

const heic =
  'Pictures from this phone are in HEIC format; choose "Most compatible" in its camera settings, ' +
  'or send the picture as JPEG.';

/**
 * Re-encodes a received picture (JPEG, PNG or WebP): upright, within `maxEdge`, in sRGB and without metadata, so that
 * neither the location where it was taken nor any hidden data is kept.
 *
 * @param otherwise the message for a file that is not a picture.
 * @throws AppError `bad-file`
 */
export async function preparePicture(
  incoming: Incoming,
  shape: PictureShape,
  otherwise = 'Must be an image',
): Promise<PreparedPicture> {
  const mediaType = await sniff(incoming.path);
  if (mediaType && phoneFormats.includes(mediaType)) throw badFile(incoming, heic);
  if (!mediaType || !isPicture(mediaType)) throw badFile(incoming, otherwise);
  const order = { received: incoming.path, decoder: decoders[mediaType] ?? '', shape };
  const { data, width, height } = await inspectPicture<DrawnPicture>(order).catch((error: unknown) => {
    throw error instanceof Refusal ? badFile(incoming, error.message, error) : error;
  });
  const written = await replaceFile(incoming.path, Readable.from([data]));
  const { path, originalName } = incoming;
  return { path, contentType: `image/${shape.format}`, originalName, ...written, width, height };
}

/**
 * A stored picture in another shape.
 *
 * @throws Error when it cannot be read.
 */
export async function drawSmaller(stored: Buffer, shape: PictureShape): Promise<Buffer> {
  const { data } = await inspectPicture<DrawnPicture>({ stored, shape });
  return Buffer.from(data);
}

/** Measures a stored picture; undefined for one that cannot be decoded, or has more pixels than an upload may have. */
export const measurePicture = (measured: Buffer): Promise<PictureQuality | undefined> =>
  inspectPicture<PictureQuality>({ measured }).catch((error: unknown) => {
    // it was decoded when it was uploaded; nothing is known of it then
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  });
