import { createRequire } from 'node:module';
import sharp from 'sharp';
import { fontFiles } from './font-files.ts';

const packages = createRequire(import.meta.url);

/** The font families that drawings may use after `loadFonts`: Latin first, then names in Devanagari. */
export const fontFamily = 'Noto Sans, Noto Sans Devanagari';

let loading: Promise<void> | undefined;

/**
 * Registers the bundled fonts with sharp, so that a drawing with text looks the same on a machine without fonts.
 * librsvg finds fonts through fontconfig, and the text input of sharp adds a font file to fontconfig within the
 * process: rendering one character of each font is enough for every later SVG.
 */
export function loadFonts(): Promise<void> {
  loading ??= (async () => {
    for (const file of fontFiles) {
      await sharp({ text: { text: '.', font: 'Noto Sans', fontfile: packages.resolve(file) } })
        .png()
        .toBuffer();
    }
  })();
  return loading;
}
