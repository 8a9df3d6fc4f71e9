import sharp from 'sharp';
import { pictureLimits, readable } from '../../../platform/typesetting/pictures.ts';

/** Size of the photograph on the sheet, 38 × 48.9 mm (35:45, as on passports), in pixels at 300 dpi. */
export const portraitSize = { width: 449, height: 577 } as const;
/** Size of the signature on the sheet, 60 × 15 mm, at 400 dpi. */
const signatureSize = { width: 945, height: 236 } as const;
/** Size of the logo on the sheet, 18 × 18 mm, at 300 dpi. */
const logoSize = { width: 213, height: 213 } as const;
const navy = { r: 0x0b, g: 0x25, b: 0x45 };

/** The academy's logo with its transparency, since fine lines are drawn behind it. Throws when it is not a picture. */
export const printedLogo = (logo: Uint8Array): Promise<Buffer> =>
  readable('logo', () =>
    sharp(logo, pictureLimits)
      .autoOrient()
      .resize({ ...logoSize, fit: 'inside' })
      .png()
      .toBuffer(),
  );

/**
 * The signature in navy on a transparent background, trimmed: a scan's white background would cover the fine lines
 * behind. Throws when the bytes are not a picture.
 */
export async function inkedSignature(signature: Uint8Array): Promise<Buffer> {
  return readable('signature', async () => {
    const upright = await sharp(signature, pictureLimits)
      .autoOrient()
      .flatten({ background: '#fff' })
      .greyscale()
      .png()
      .toBuffer();
    const { data, info } = await sharp(upright)
      .trim({ background: '#fff', threshold: 60 })
      .resize({ ...signatureSize, fit: 'inside', withoutEnlargement: true })
      // The paper in a scan is rarely white: everything lighter than a mid grey counts as paper.
      .normalise()
      .negate()
      .linear(1.4, -70)
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return sharp({ create: { width: info.width, height: info.height, channels: 3, background: navy } })
      .joinChannel(data, { raw: { width: info.width, height: info.height, channels: 1 } })
      .png()
      .toBuffer();
  });
}
