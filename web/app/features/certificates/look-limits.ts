// Apart from what reads codes, which only the worker loads (read-code-worker.ts).

/** What the worker examines: the pixels of a still picture, or of one frame of the camera, for which it takes less time. */
export type Look = { pixels: ImageData; isFrame: boolean };

/** The library misses some codes that are seen at an angle, and finds them in a smaller picture. */
export const smaller = [0.75, 0.625] as const;
