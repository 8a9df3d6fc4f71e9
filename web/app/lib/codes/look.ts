// What the page and the worker that reads codes share; only the worker loads the reader (read-code-worker.ts).

/** A picture in RGBA, row by row, as a canvas returns it. */
type Pixels = { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> };

/**
 * The input of the worker: the pixels of a still picture, or of one frame of the camera, for which it takes less time.
 */
export type Look = { pixels: Pixels; isFrame: boolean };

/**
 * The messages of the worker: that it has been loaded, once; then for each look the text of the code, if there is one,
 * or an error.
 */
export type Found =
  | { kind: 'ready' }
  | { kind: 'answer'; text: string | undefined }
  | { kind: 'error'; message: string };

/** The library misses some codes that are seen at an angle, and finds them in a smaller picture. */
export const smaller = [0.75, 0.625] as const;
