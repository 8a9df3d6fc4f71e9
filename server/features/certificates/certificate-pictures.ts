import sharp from 'sharp';

/** The photograph's place on the sheet, 38 × 48.9 mm (35:45, as on passports), in pixels at 300 dpi. */
const portraitSize = { width: 449, height: 577 } as const;
/** The signature's place, 60 × 15 mm, at 400 dpi. */
const signatureSize = { width: 945, height: 236 } as const;
/** The logo's place, 18 × 18 mm, at 300 dpi. */
const logoSize = { width: 213, height: 213 } as const;
const navy = { r: 0x0b, g: 0x25, b: 0x45 };
// A bomb of a picture stops here; a phone's largest has some 50 million pixels.
const limits = { limitInputPixels: 80_000_000, failOn: 'error' } as const;

/**
 * The photograph as a small upright JPEG, cropped around the face, without the metadata of its camera. PNG and
 * WebP would sit in the PDF uncompressed. Throws when the bytes are no picture.
 */
export async function portrait(photo: Uint8Array): Promise<Buffer> {
  return readable('photograph', () =>
    sharp(photo, limits)
      .autoOrient()
      .resize({ ...portraitSize, fit: 'cover', position: 'attention' })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: 86 })
      .toBuffer(),
  );
}

/** The academy's logo, its transparency kept, since it stands on a ground of fine lines. Throws when it is no picture. */
export const printedLogo = (logo: Uint8Array): Promise<Buffer> =>
  readable('logo', () =>
    sharp(logo, limits)
      .autoOrient()
      .resize({ ...logoSize, fit: 'inside' })
      .png()
      .toBuffer(),
  );

/**
 * The signature as navy ink without paper, trimmed: a scan's white ground would cover the fine lines behind.
 * Throws when the bytes are no picture.
 */
export async function inkedSignature(signature: Uint8Array): Promise<Buffer> {
  return readable('signature', async () => {
    const upright = await sharp(signature, limits)
      .autoOrient()
      .flatten({ background: '#fff' })
      .greyscale()
      .png()
      .toBuffer();
    const { data, info } = await sharp(upright)
      .trim({ background: '#fff', threshold: 60 })
      .resize({ ...signatureSize, fit: 'inside', withoutEnlargement: true })
      // Paper of a scan is rarely white: whatever is lighter than a mid grey counts as paper.
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

async function readable<T>(what: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new Error(`The ${what} cannot be read as a picture`, { cause: error });
  }
}
