/** What the worker examines: the pixels of a still picture, or of one frame of the camera, for which it takes less time. */
export type Look = { pixels: ImageData; isFrame: boolean };

/** What the worker posts: that it has been loaded, once; then for each look the text of the code, if there is one, or an error. */
export type Found =
  | { kind: 'ready' }
  | { kind: 'answer'; text: string | undefined }
  | { kind: 'error'; message: string };
