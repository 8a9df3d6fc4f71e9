import { createRequire } from 'node:module';
import sharp from 'sharp';

const packages = createRequire(import.meta.url);

/** The files of the fonts, in their packages. */
export const fontFiles = [
  '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  '@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf',
];

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
