import { type Grey, greyOf, looksAt, msPerLook, readCode, smaller } from './read-pixels.ts';

/** The longest side of a still picture that is examined, in pixels: a sheet of A4 at 250 dpi. */
const longest = 3000;
/** The same for frames of the camera, which take turns, and how long one is examined, in milliseconds. */
const ofFrames = [1, ...smaller].map((factor) => 1280 * factor);
const msPerFrame = 60;

/** The pixels of a source, made smaller where it is larger than `most` on its longest side. */
function pixelsOf(source: CanvasImageSource, width: number, height: number, most: number): Grey | undefined {
  const scale = Math.min(1, most / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return undefined;
  pen.drawImage(source, 0, 0, canvas.width, canvas.height);
  return greyOf(pen.getImageData(0, 0, canvas.width, canvas.height));
}

/** The text of the code in a picture file, if one is found. Throws when this browser cannot decode the file. */
export async function readCodeInFile(file: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file);
  try {
    const picture = pixelsOf(bitmap, bitmap.width, bitmap.height, longest);
    for (const look of picture ? looksAt(picture) : []) {
      const text = readCode(look, msPerLook);
      if (text) return text;
      // A look takes seconds on a phone: this keeps the page responsive in between.
      await new Promise((resume) => setTimeout(resume));
    }
    return undefined;
  } finally {
    bitmap.close();
  }
}

/**
 * The same for the current frame of a video, looked at once, since the next one follows at once.
 *
 * @param turn the number of the frame: each is looked at in another size than the one before.
 */
export function readCodeInVideo(video: HTMLVideoElement, turn: number): string | undefined {
  const frame = pixelsOf(video, video.videoWidth, video.videoHeight, ofFrames[turn % ofFrames.length] ?? longest);
  return frame && (readCode(frame, msPerFrame) || undefined);
}
