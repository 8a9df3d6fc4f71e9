import { Readable } from 'node:stream';
import sharp from 'sharp';
import { badFile } from './bad-file.ts';
import type { Incoming, Prepared } from './files.ts';
import { withPicture } from './inspection.ts';
import { sniff } from './sniff.ts';
import { replaceFile } from './write-file.ts';

// Every upload is another picture: what the library would keep of the last ones only costs memory.
sharp.cache(false);
// A picture that decodes to 200 MB shall keep one core busy, and leave the others to those who wait for an answer.
sharp.concurrency(1);

/**
 * How a picture is stored: its longer edge in pixels at most, and the format it is made anew in. What is see-through
 * turns white in JPEG, which knows no such thing, and wherever `onWhite` asks for it.
 */
export type PictureShape = { maxEdge: number; format: 'jpeg' | 'webp'; onWhite?: true };
/** A picture made anew, with its size in pixels. */
export type PreparedPicture = Prepared & { width: number; height: number };

/** Covers travel to every visitor, so in the smaller format; people's own pictures in the one every tool reads. */
export const courseCover: PictureShape = { maxEdge: 1600, format: 'webp' };
export const portrait: PictureShape = { maxEdge: 800, format: 'jpeg' };
export const documentScan: PictureShape = { maxEdge: 2400, format: 'jpeg' };
/** Black lines on nothing shall be seen on a dark page too. */
export const questionPicture: PictureShape = { maxEdge: 1600, format: 'webp', onWhite: true };

/** 50 megapixels decode to 200 MB; phones that take larger pictures also offer smaller ones. */
const maxPixels = 50_000_000;

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
 * Makes a received picture (JPEG, PNG or WebP) anew: upright, within `maxEdge`, in sRGB and without metadata, so
 * that neither the place where it was taken nor anything hidden behind the pixels is kept.
 *
 * @param otherwise the sentence for a file that is no picture.
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
  // The limit is checked by us, since the library tells it by a message alone; this reads no more than the header.
  const header = await sharp(incoming.path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!header?.width || !header.height || header.format !== decoder) throw badFile(incoming, sentences.damaged);
  if (header.width * header.height > maxPixels) throw badFile(incoming, sentences.tooManyPixels);
}

async function redraw(incoming: Incoming, { maxEdge, format, onWhite }: PictureShape) {
  // 'warning', the library's own choice, refuses pictures of common phones for harmless slips in their headers.
  const picture = sharp(incoming.path, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: 30 });
  // JPEG knows no transparency: a signature drawn on nothing shall stand on white, not on black.
  if (format === 'jpeg' || onWhite) picture.flatten({ background: '#fff' });
  const encoded = format === 'webp' ? picture.webp({ quality: 80 }) : picture.jpeg({ quality: 85 });
  return encoded.toBuffer({ resolveWithObject: true }).catch((cause: unknown) => {
    throw badFile(incoming, sentences.damaged, cause);
  });
}
