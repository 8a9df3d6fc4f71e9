/** The longest side of an uploaded picture, in pixels: a document stays legible, and a phone's 6 MB become 0.5. */
const longestSide = 2000;
const smallEnough = 600_000;

/** A picture that this browser cannot decode. The message is shown to the person. */
export class UnreadablePicture extends Error {
  constructor(file: File, options?: ErrorOptions) {
    const heic = /\.(heic|heif)$/i.test(file.name) || /hei[cf]/.test(file.type);
    super(
      heic
        ? 'This is an HEIC picture, which this browser cannot open. Save it as JPEG first, or take it with "Most compatible" set in the camera settings.'
        : 'This picture cannot be opened. Please choose another one.',
      options,
    );
    this.name = 'UnreadablePicture';
  }
}

/**
 * A phone picture as a JPEG of reasonable size, rotated upright; small files, and files that are no pictures, are
 * returned unchanged.
 *
 * @throws UnreadablePicture for a picture that cannot be decoded here.
 */
export async function shrinkPicture(file: File): Promise<File> {
  const picture = file.type.startsWith('image/') || /\.(heic|heif)$/i.test(file.name);
  if (!picture || (file.size <= smallEnough && /^image\/(jpeg|png)$/.test(file.type))) return file;
  const bitmap = await decode(file);
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const pen = canvas.getContext('2d');
  if (!pen) throw new UnreadablePicture(file);
  pen.fillStyle = '#fff'; // JPEG has no transparency; a transparent signature would get a black background
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  if (!blob) throw new UnreadablePicture(file);
  return new File([blob], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' });
}

async function decode(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (cause) {
    throw new UnreadablePicture(file, { cause });
  }
}
