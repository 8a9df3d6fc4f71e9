import { createRequire } from 'node:module';
import sharp from 'sharp';

const packages = createRequire(import.meta.url);

const files = [
  '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  '@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf',
];

/** The families that drawings may name once `loadFonts` is done: Latin first, then names in Devanagari. */
export const fontFamily = 'Noto Sans, Noto Sans Devanagari';

let loading: Promise<void> | undefined;

/**
 * Makes the bundled fonts known to sharp, so that a drawing with text looks the same on a machine without any font.
 * librsvg finds fonts through fontconfig, and the text input of sharp is what adds a file to fontconfig within the
 * process: setting one character of each is enough for every SVG after it.
 */
export function loadFonts(): Promise<void> {
  loading ??= (async () => {
    for (const file of files) {
      await sharp({ text: { text: '.', font: 'Noto Sans', fontfile: packages.resolve(file) } })
        .png()
        .toBuffer();
    }
  })();
  return loading;
}
