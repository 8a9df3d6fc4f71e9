/** What the worker examines: the pixels of a still picture, or of one frame of the camera, for which it takes less time. */
export type Look = { pixels: ImageData; isFrame: boolean };
