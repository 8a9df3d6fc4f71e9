// The worker that looks for codes in pictures, so that a picture which takes long does not stop the page. The page
// sends it one `Look` at a time and gets one answer for each (code-worker.ts).
import type { Found, Look } from './look.ts';
import { greyOf, looksAt, msPerLook, readCode } from './read-pixels.ts';

/**
 * How long a frame of the camera is examined beyond the library's first attempt, in milliseconds: the next one follows.
 */
const msPerFrame = 60;

function read({ pixels, isFrame }: Look): string | undefined {
  const picture = greyOf(pixels);
  if (isFrame) return readCode(picture, msPerFrame) || undefined;
  for (const look of looksAt(picture)) {
    const text = readCode(look, msPerLook);
    if (text) return text;
  }
  return undefined;
}

const post = (found: Found) => self.postMessage(found);

self.addEventListener('message', ({ data }: MessageEvent<Look>) => {
  try {
    post({ kind: 'answer', text: read(data) });
  } catch (error) {
    post({ kind: 'error', message: String(error) });
  }
});
post({ kind: 'ready' });
