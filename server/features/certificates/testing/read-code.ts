import type { Sharp } from 'sharp';
import { readCode as readPixels } from '../../../../web/app/lib/codes/read-pixels.ts';
import { greyOf } from './scanned-sheet.ts';

/**
 * The text of the QR code in a picture, as the site reads it at one look; undefined when none is found. A busy machine
 * may take longer than the site's visitor waits.
 */
export const readCode = async (picture: Sharp): Promise<string | undefined> =>
  readPixels(await greyOf(picture), Number.POSITIVE_INFINITY);
