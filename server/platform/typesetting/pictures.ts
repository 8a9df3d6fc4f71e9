/** Rejects decompression bombs; the largest phone pictures have some 50 million pixels. */
export const pictureLimits = { limitInputPixels: 80_000_000, failOn: 'error' } as const;

/**
 * A photograph as a small upright JPEG, cropped around the face, without camera metadata. PNG and WebP would be stored
 * in a PDF uncompressed. Throws when the bytes are not a picture.
 *
 * @param size in pixels.
 */
export async function portrait(photo: Uint8Array, size: { width: number; height: number }): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return readable('photograph', () =>
    sharp(photo, pictureLimits)
      .autoOrient()
      .resize({ ...size, fit: 'cover', position: 'attention' })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: 86 })
      .toBuffer(),
  );
}

/** Names in the error of a conversion what could not be read. */
export async function readable<T>(what: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new Error(`The ${what} cannot be read as a picture`, { cause: error });
  }
}
