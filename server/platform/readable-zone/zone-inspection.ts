import sharp from 'sharp';
import type { CalendarDate } from '../calendar.ts';
import { maxPixels } from '../files/picture-inspection.ts';
import { documentScan } from '../files/pictures.ts';
import { findLines, lettersOfLine } from './find-lines.ts';
import type { GreyPicture } from './grey-picture.ts';
import { type LetterReader, openTesseract } from './letter-reader.ts';
import { cell, drawCells } from './straighten.ts';
import { type LineReading, type Zone, zoneOf } from './zone.ts';

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ<';
const digits = '0123456789';
const zoneLetters = capitals + digits;

/** From which letter on, up to the next part, which letters there are (ICAO 9303, part 4, 4.2.2). */
type Part = { from: number; letters: string };
const upperParts: readonly Part[] = [
  { from: 0, letters: 'P' },
  { from: 1, letters: capitals },
];
const lowerParts: readonly Part[] = [
  { from: 0, letters: zoneLetters },
  { from: 9, letters: digits },
  { from: 10, letters: capitals },
  { from: 13, letters: digits },
  { from: 20, letters: 'MF<' },
  { from: 21, letters: digits },
  { from: 28, letters: zoneLetters },
  { from: 42, letters: `${digits}<` },
  { from: 43, letters: digits },
];

/** The whole line at once, where letters help each other most. */
const wholeLine: readonly Part[] = [{ from: 0, letters: zoneLetters }];
/** As most passports have it: digits after the first letter of the number. */
const lowerPartsWithDigits: readonly Part[] = [
  { from: 0, letters: zoneLetters },
  { from: 1, letters: `${digits}<` },
  ...lowerParts
    .filter(({ from }) => from > 0)
    .map((part) => (part.letters === zoneLetters ? { ...part, letters: `${digits}<` } : part)),
];

/** A stored picture, and the day that decides the century of a date of birth. */
export type PictureOfDay = { picture: Uint8Array; today: CalendarDate };

/**
 * Reads the readable zone of a passport, upright or turned by quarters.
 *
 * @returns undefined where no zone was found that its check digits prove.
 * @throws an error for what cannot be decoded.
 */
export async function inspect({ picture, today }: PictureOfDay): Promise<Zone | undefined> {
  let open: Awaited<ReturnType<typeof openTesseract>> | undefined;
  let turned = await decode(picture);
  for (let quarters = 0; quarters < 4; quarters += 1) {
    if (quarters > 0) turned = quarterTurn(turned);
    const lines = findLines(turned);
    if (!lines) continue;
    open ??= await openTesseract();
    const [upper, lower] = lines.map((line) => drawCells(turned, line));
    if (!upper || !lower) continue;
    const zone = zoneOf({ upper: readLine(open(upper), upperParts), lower: readLower(open(lower)) }, today);
    if (zone) return zone;
  }
  return undefined;
}

async function decode(picture: Uint8Array): Promise<GreyPicture> {
  const { maxEdge } = documentScan;
  const grey = sharp(picture, { limitInputPixels: maxPixels, failOn: 'error' })
    .resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .greyscale();
  const { data, info } = await grey.raw().toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data), width: info.width, height: info.height };
}

const readLower = (read: LetterReader): LineReading => ({
  ...readLine(read, lowerParts),
  further: [lowerPartsWithDigits, wholeLine].map((parts) => readParts(read, parts)),
});

function readParts(read: LetterReader, parts: readonly Part[]): string {
  const texts = parts.map(({ from, letters }, index) => {
    const to = parts[index + 1]?.from ?? lettersOfLine;
    const part = { left: from * cell.width, width: (to - from) * cell.width };
    return read(part, { letters, as: to - from === 1 ? 'letter' : 'line' }).padEnd(to - from, '?');
  });
  return texts.join('');
}

function readLine(read: LetterReader, parts: readonly Part[]): LineReading {
  const byLetter = Array.from({ length: lettersOfLine }, (_, index) => {
    const letters = parts.findLast(({ from }) => from <= index)?.letters ?? zoneLetters;
    return read({ left: index * cell.width, width: cell.width }, { letters, as: 'letter' })[0] ?? '?';
  });
  return { inParts: readParts(read, parts), byLetter: byLetter.join('') };
}

/** The picture turned by 90 degrees clockwise. */
function quarterTurn({ pixels, width, height }: GreyPicture): GreyPicture {
  const turned = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) turned[x * height + height - 1 - y] = pixels[y * width + x] ?? 0;
  return { pixels: turned, width: height, height: width };
}
