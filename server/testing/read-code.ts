import decodeQR from 'qr/decode.js';
import type { Sharp } from 'sharp';

/** The text of the QR code in a picture, as a phone reads it; undefined when none is found. */
export async function readCode(picture: Sharp): Promise<string | undefined> {
  const { data, info } = await picture.ensureAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const wholly = { effort: Number.POSITIVE_INFINITY, timeLimit: Number.POSITIVE_INFINITY };
  try {
    return decodeQR({ width: info.width, height: info.height, data }, wholly);
  } catch {
    return undefined; // the library throws when it finds no code
  }
}
