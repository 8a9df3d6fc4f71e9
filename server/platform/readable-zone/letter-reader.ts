import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { GreyPicture } from './grey-picture.ts';

const require = createRequire(import.meta.url);

/** The part of tesseract's C++ interface that is used here; the package has no types. */
type Api = {
  Init(folder: null, language: string, engine: number, config: string): number;
  SetVariable(name: string, value: string): boolean;
  SetPageSegMode(mode: number): void;
  SetImageFile(orientation: number, angle: number): number;
  SetRectangle(left: number, top: number, width: number, height: number): void;
  Recognize(monitor: null): number;
  GetUTF8Text(): string;
};
type Core = (options: { print: () => void; printErr: () => void }) => Promise<{
  FS: { writeFile(path: string, content: string | Uint8Array): void };
  TessBaseAPI: new () => Api;
}>;

/** The engine that looks at the shape of each letter; the newer one reads the filler '<' as K, L or C. */
const byShape = 0;
const [asLine, asLetter] = [7, 10];
/** Words do not help with names and numbers. */
const withoutWords = ['system', 'freq', 'punc', 'number', 'unambig', 'bigram'].map((list) => `load_${list}_dawg 0`);

/** Reads the letters in a part of the picture, of which only those in `letters` are possible; without spaces. */
export type LetterReader = (
  part: { left: number; width: number },
  options: { letters: string; as: 'line' | 'letter' },
) => string;

/** Loads tesseract with what it has learnt of Latin letters: 25 MB, half a second. */
export async function openTesseract(): Promise<(picture: GreyPicture) => LetterReader> {
  const core: Core = require('tesseract.js-core/tesseract-core-simd.js');
  const silent = () => undefined;
  const tesseract = await core({ print: silent, printErr: silent });
  const learnt = await readFile(require.resolve('@tesseract.js-data/eng/4.0.0/eng.traineddata.gz'));
  tesseract.FS.writeFile('eng.traineddata', await promisify(gunzip)(learnt));
  tesseract.FS.writeFile('/config', `${withoutWords.join('\n')}\n`);
  const api = new tesseract.TessBaseAPI();
  if (api.Init(null, 'eng', byShape, '/config') !== 0) throw new Error('tesseract cannot be started');
  // what it learnt from one line would make the reading of the next depend on it
  for (const name of ['classify_enable_learning', 'classify_enable_adaptive_matcher']) api.SetVariable(name, '0');
  return ({ pixels, width, height }) => {
    const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
    tesseract.FS.writeFile('/input', Buffer.concat([header, pixels]));
    if (api.SetImageFile(1, 0) !== 0) throw new Error('tesseract cannot read the picture');
    return (part, { letters, as }) => {
      api.SetVariable('tessedit_char_whitelist', letters);
      api.SetPageSegMode(as === 'line' ? asLine : asLetter);
      api.SetRectangle(part.left, 0, part.width, height);
      api.Recognize(null);
      return api.GetUTF8Text().replace(/\s/g, '');
    };
  };
}
