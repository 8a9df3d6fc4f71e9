import { openCodeWorker } from './code-worker.ts';
import { smaller } from './look.ts';

/** The longest side of a still picture that is examined, in pixels: a sheet of A4 at 250 dpi. */
const longest = 3000;
/** The same for frames of the camera, which take turns. */
const ofFrames = [1, ...smaller].map((factor) => 1280 * factor);
/**
 * After how many milliseconds a still picture, or a frame, counts as one without a code. A code that can be read takes
 * half a second on a desk and some three on a cheap phone; a picture full of what resembles codes would take a minute
 * there.
 */
const limits = { still: 15_000, frame: 4000 };

/** The pixels of a source, made smaller where it is larger than `most` on its longest side. */
function pixelsOf(source: CanvasImageSource, width: number, height: number, most: number): ImageData | undefined {
  const scale = Math.min(1, most / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return undefined;
  pen.drawImage(source, 0, 0, canvas.width, canvas.height);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}

/**
 * The text of the code in a picture file, if one is found in time. A file that this browser cannot decode counts as one
 * without a code. Rejects with NoCodeReader when what reads codes cannot be loaded, or fails.
 */
export async function readCodeInFile(file: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  const pixels = bitmap && pixelsOf(bitmap, bitmap.width, bitmap.height, longest);
  bitmap?.close();
  if (!pixels) return undefined;
  const worker = openCodeWorker();
  try {
    return await worker.look({ pixels, isFrame: false }, limits.still);
  } finally {
    worker.end();
  }
}

/**
 * Reads the frames of a video, one at a time. `next` resolves to the text of a code in the current frame, looked at
 * once, since the next one follows at once; `end` ends it.
 */
export function openFrameReader(video: HTMLVideoElement) {
  const worker = openCodeWorker();
  let turn = 0;
  return {
    end: worker.end,
    /** Each frame is looked at in another size than the one before. */
    async next(): Promise<string | undefined> {
      const most = ofFrames[turn++ % ofFrames.length] ?? longest;
      const pixels = pixelsOf(video, video.videoWidth, video.videoHeight, most);
      return pixels && worker.look({ pixels, isFrame: true }, limits.frame);
    },
  };
}
