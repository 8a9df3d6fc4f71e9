import { existsSync } from 'node:fs';
import { installDebian } from './debian.ts';

/** Finds Debian's ffmpeg, or installs it when we are root; returns whether it is there. */
export function installFfmpeg(): boolean {
  const ffmpeg = '/usr/bin/ffmpeg';
  return existsSync(ffmpeg) || (installDebian('ffmpeg') && existsSync(ffmpeg));
}
