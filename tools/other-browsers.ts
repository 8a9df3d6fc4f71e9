import { existsSync } from 'node:fs';
import { miniBrowser } from '../e2e/browsers/webkit-driver.ts';
import { installDebian } from './debian.ts';

/** What the tests in other engines start: Firefox, WebKitGTK with its driver and a display, and its films. */
const needed = [
  ['/usr/bin/firefox-esr', 'firefox-esr'],
  ['/usr/bin/WebKitWebDriver', 'webkit2gtk-driver'],
  [miniBrowser, 'libwebkit2gtk-4.1-0'],
  ['/usr/bin/Xvfb', 'xvfb'],
  ['/usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstlibav.so', 'gstreamer1.0-libav'],
  ['/usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstisomp4.so', 'gstreamer1.0-plugins-good'],
] as const;

/** Debian's Firefox ESR and WebKitGTK, installed when they are missing and we are root; whether they are there. */
export function installOtherBrowsers(): boolean {
  const missing = needed.filter(([path]) => !existsSync(path)).map(([, name]) => name);
  if (missing.length > 0) installDebian(...missing);
  return needed.every(([path]) => existsSync(path));
}
