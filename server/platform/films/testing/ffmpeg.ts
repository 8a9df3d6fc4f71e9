import { existsSync } from 'node:fs';
import { describe } from 'vitest';

/** Debian's ffmpeg, which the test command installs where it has the rights (tools/ffmpeg.ts). */
export const ffmpeg = '/usr/bin/ffmpeg';
/** Comes with it. */
export const ffprobe = '/usr/bin/ffprobe';

/** Tests of ffmpeg's output; without ffmpeg they are not part of the run, and the test command says so. */
export const describeWithFfmpeg = (name: string, tests: () => void): void => {
  if (existsSync(ffmpeg)) describe(name, tests);
};
