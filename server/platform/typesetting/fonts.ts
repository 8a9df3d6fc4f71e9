import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scripts } from './scripts.ts';

/** The faces for Latin, Greek and Cyrillic, the first family first. */
const latin = {
  'Noto Serif': [
    'noto-serif/400Regular/NotoSerif_400Regular.ttf',
    'noto-serif/400Regular_Italic/NotoSerif_400Regular_Italic.ttf',
    'noto-serif/600SemiBold/NotoSerif_600SemiBold.ttf',
  ],
  'Noto Sans': ['noto-sans/400Regular/NotoSans_400Regular.ttf', 'noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'],
};

/**
 * The faces that sheets are set in, by family, all under the SIL Open Font License. The compiler also sees the fonts
 * installed on the machine, but prefers these on a tie; so the sheet must use only families and weights in this list,
 * otherwise the same facts would look different on another machine.
 */
const facesOf = new Map<string, readonly string[]>([
  ...Object.entries(latin),
  ...scripts.map(({ family, faces }) => [family, faces] as const),
]);

/** The files of all faces, in the folder of their packages. */
export const faces: readonly string[] = [...facesOf.values()].flat();

/** The bundled fonts and the characters they cover. */
export type Fonts = {
  files: Buffer[];
  /** Whether one family has every character of a grapheme; joiners and selectors need no glyph. */
  canDraw(grapheme: string): boolean;
  /** The families that have characters of a text that Noto Serif lacks. The fewer there are, the faster it is set. */
  familiesFor(text: string): string[];
};

/** Reads the bundled fonts (about 24 MB). Throws when one is not installed. */
export function loadFonts(): Fonts {
  const files: Buffer[] = [];
  const covered = new Map<string, ReadonlySet<number>>();
  for (const [family, ofFamily] of facesOf) {
    const read = ofFamily.map((face) => readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${face}`))));
    files.push(...read);
    // All weights of a family cover the same characters, so only its first face, the regular one, is examined.
    covered.set(family, coveredCharacters(read[0] ?? Buffer.alloc(0)));
  }
  const codesOf = (text: string) => Array.from(new Set(text), (character) => character.codePointAt(0) ?? 0);
  const canDraw = (grapheme: string): boolean => {
    const needed = codesOf(grapheme.replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
    return [...covered.values()].some((codes) => needed.every((code) => codes.has(code)));
  };
  const familiesFor = (text: string): string[] => {
    const serif = covered.get('Noto Serif');
    const others = codesOf(text).filter((code) => !serif?.has(code));
    return [...covered].flatMap(([family, codes]) => (others.some((code) => codes.has(code)) ? [family] : []));
  };
  return { files, canDraw, familiesFor };
}

/** The code points that a TrueType font maps to a glyph: its `cmap` table, formats 4 and 12. */
function coveredCharacters(font: Buffer): Set<number> {
  const covered = new Set<number>();
  const cmap = tableOffset(font, 'cmap');
  const count = font.readUInt16BE(cmap + 2);
  for (let index = 0; index < count; index++) {
    const subtable = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4);
    const format = font.readUInt16BE(subtable);
    if (format === 4) addSegments(font, subtable, covered);
    if (format === 12) addGroups(font, subtable, covered);
  }
  return covered;
}

function tableOffset(font: Buffer, name: string): number {
  const tables = font.readUInt16BE(4);
  for (let index = 0; index < tables; index++) {
    const entry = 12 + index * 16;
    if (font.toString('latin1', entry, entry + 4) === name) return font.readUInt32BE(entry + 8);
  }
  throw new Error(`The font has no ${name} table`);
}

/** Format 4: segments of 16-bit codes, each with a delta or an offset into a glyph array. */
function addSegments(font: Buffer, subtable: number, covered: Set<number>): void {
  const doubled = font.readUInt16BE(subtable + 6);
  const ends = subtable + 14;
  const starts = ends + doubled + 2;
  const deltas = starts + doubled;
  const offsets = deltas + doubled;
  for (let at = 0; at < doubled; at += 2) {
    const start = font.readUInt16BE(starts + at);
    const delta = font.readUInt16BE(deltas + at);
    const offset = font.readUInt16BE(offsets + at);
    for (let code = start; code <= font.readUInt16BE(ends + at) && code < 0xffff; code++) {
      const listed = offset === 0 ? code : font.readUInt16BE(offsets + at + offset + (code - start) * 2);
      if (offset === 0 ? ((code + delta) & 0xffff) !== 0 : listed !== 0) covered.add(code);
    }
  }
}

/** Format 12: groups of consecutive 32-bit codes with consecutive glyphs. */
function addGroups(font: Buffer, subtable: number, covered: Set<number>): void {
  const groups = font.readUInt32BE(subtable + 12);
  for (let index = 0; index < groups; index++) {
    const group = subtable + 16 + index * 12;
    const firstGlyph = font.readUInt32BE(group + 8);
    const start = font.readUInt32BE(group);
    for (let code = start; code <= font.readUInt32BE(group + 4); code++) {
      if (firstGlyph + code - start !== 0) covered.add(code);
    }
  }
}
