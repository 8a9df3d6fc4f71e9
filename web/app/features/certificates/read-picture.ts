import jsQR from 'jsqr';

/**
 * The longest sides to which a picture is scaled for scanning, in pixels: large for the code on a whole sheet, small
 * for a blurred one. A scan of a sheet at 120 dpi has fewer than three dots per module, and can be read when it is
 * enlarged.
 */
const sizes = [1000, 1800, 600, 2900, 3500];
/** Further enlargement reveals no more. */
const mostEnlarged = 2.5;

/** The text of a QR code in the source scaled to a size; undefined when none is found. */
function readCode(source: CanvasImageSource, width: number, height: number, longest: number): string | undefined {
  const scale = Math.min(mostEnlarged, longest / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return undefined;
  pen.drawImage(source, 0, 0, canvas.width, canvas.height);
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  return jsQR(data, canvas.width, canvas.height)?.data || undefined;
}

/** The text of the code in a picture file, if one is found. Throws when this browser cannot decode the file. */
export async function readCodeInFile(file: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file);
  try {
    for (const longest of sizes) {
      const text = readCode(bitmap, bitmap.width, bitmap.height, longest);
      if (text) return text;
      // A scan takes up to a second on a phone: this keeps the page responsive in between.
      await new Promise((resume) => setTimeout(resume));
    }
    return undefined;
  } finally {
    bitmap.close();
  }
}

/** The same for the current frame of a video, at one size only, since the next frame follows at once. */
export const readCodeInVideo = (video: HTMLVideoElement): string | undefined =>
  readCode(video, video.videoWidth, video.videoHeight, 1000);
