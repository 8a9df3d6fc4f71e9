import jsQR from 'jsqr';

/**
 * Longest sides at which a picture is looked at, in pixels: large for the code on a whole sheet, small for a blurred
 * one. A scan of a sheet at 120 dpi has fewer than three dots a module, and is read when it is drawn larger.
 */
const sizes = [1000, 1800, 600, 2900, 3500];
/** Enlarged beyond this there is no more to see. */
const mostEnlarged = 2.5;

/** What a QR code says that is seen at a size; undefined when none is found. */
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

/** What the code in a picture file says, if one is found. Throws when this browser cannot open it. */
export async function readCodeInFile(file: File): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file);
  try {
    for (const longest of sizes) {
      const text = readCode(bitmap, bitmap.width, bitmap.height, longest);
      if (text) return text;
      // A look takes up to a second on a phone: the page lives in between.
      await new Promise((resume) => setTimeout(resume));
    }
    return undefined;
  } finally {
    bitmap.close();
  }
}

/** The same of what a camera shows just now, at one size: the next look is a moment away. */
export const readCodeInVideo = (video: HTMLVideoElement): string | undefined =>
  readCode(video, video.videoWidth, video.videoHeight, 1000);
