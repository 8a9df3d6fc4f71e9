import { scriptOf } from './scripts.ts';

/**
 * The characters of a sheet's copied text, each with the character that stands for it in the font that draws nothing.
 */
export type CopiedText = {
  codes: Record<string, string>;
  /**
   * The characters of joined scripts among them, and combining marks: a glyph of a letter with its mark is two of them.
   */
  joined: string;
};

const family = 'Copied Text';
const firstCode = 0x4e00;
/** More different characters than any names and titles have. */
const mostCodes = 512;
/** Marks of direction, which have no width, and the first two glyphs. */
const directions = '\u200e\u200f';

/** For a sheet without such characters, and for its picture, which has no text. */
export const nothingCopied: CopiedText = { codes: {}, joined: '' };

/**
 * Codes for the text of a sheet, if it has words of joined scripts (`scripts.ts`) or combining marks, as in Yoruba
 * names: readers of PDFs return such words with doubled or exchanged characters. The template draws their lines as a
 * pattern, in which no reader looks for text, and sets invisible text over it, one glyph a character. The codes are
 * Chinese characters, which no shaping changes; `decodeCopiedText` replaces them in the PDF.
 */
export function copiedText(text: string): CopiedText {
  const joined = [...new Set(text)].filter((one) => scriptOf(one)?.isJoined || /\p{M}/u.test(one)).join('');
  if (joined === '') return nothingCopied;
  const characters = [...new Set(`${directions} ${text}`)].filter((character) => character.length === 1);
  const codes = characters
    .slice(0, mostCodes)
    .map((character, index) => [character, String.fromCharCode(firstCode + index)] as const);
  return { codes: Object.fromEntries(codes), joined };
}

/**
 * Makes the invisible text of a compiled sheet say what it stands for: changes the font's map of glyphs to characters,
 * in place, since a code and a character have the same length. Throws an Error if the PDF has no such map.
 */
export function decodeCopiedText(pdf: Buffer, { codes, joined }: CopiedText): void {
  if (joined === '') return;
  const file = pdf.toString('latin1');
  // a name or a title in the metadata has no line break
  const font = file.search(/\/BaseFont \/[A-Z]{6}\+CopiedText\n/);
  // without one, nothing of the sheet was set in these scripts after all
  if (font === -1) return;
  const map = /ToUnicode (\d+) 0 R/.exec(file.slice(font, font + 500))?.[1];
  const from = file.indexOf(`\n${map} 0 obj`);
  const to = file.indexOf('endstream', from);
  const entries = file.slice(from, to);
  const characterOf = new Map(Object.entries(codes).map(([character, code]) => [hex(code), hex(character)]));
  let decoded = 0;
  const said = entries.replace(/(?<=^<[0-9A-F]{4}> <)[0-9A-F]{4}(?=>$)/gm, (code) => {
    decoded += 1;
    return characterOf.get(code) ?? code;
  });
  if (from === -1 || decoded === 0) throw new Error('The PDF has no map of its copied text');
  pdf.write(said, from, 'latin1');
}

const hex = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

/** A TrueType font with a blank glyph of half an em for each code, and without width for a mark of direction. */
export function copiedTextFont(): Buffer {
  const count = 1 + mostCodes;
  const isMark = (glyph: number) => glyph > 0 && glyph <= directions.length;
  const names = [family, 'Regular', family, family.replace(' ', '')].map((name) =>
    Buffer.from(name, 'utf16le').swap16(),
  );
  const records = [1, 2, 4, 6].map((id, at) => {
    const before = names.slice(0, at).reduce((sum, { length }) => sum + length, 0);
    return words(3, 1, 0x409, id, names[at]?.length ?? 0, before);
  });
  const os2 = words(4, 500, 400, 5, ...zeros(27), 0x40, ...zeros(2), 800, -200, 0, 800, 200, ...zeros(9));
  const tables: [tag: string, content: Buffer][] = [
    ['OS/2', os2],
    [
      'cmap',
      Buffer.concat([
        words(0, 1, 3, 10),
        longs(12),
        words(12, 0),
        longs(28, 0, 1, firstCode, firstCode + count - 2, 1),
      ]),
    ],
    ['glyf', Buffer.alloc(4)],
    [
      'head',
      Buffer.concat([
        longs(0x10000, 0x10000, 0, 0x5f0f3cf5),
        words(0, 1000, ...zeros(8), 0, 0, 500, 800, 0, 8, 2, 0, 0),
      ]),
    ],
    ['hhea', Buffer.concat([longs(0x10000), words(800, -200, 0, 500, 0, 0, 500, 1, ...zeros(7), count)])],
    ['hmtx', words(...Array.from({ length: count }, (_, glyph) => [isMark(glyph) ? 0 : 500, 0]).flat())],
    ['loca', words(...zeros(count + 1))],
    ['maxp', Buffer.concat([longs(0x10000), words(count, ...zeros(4), 2, ...zeros(8))])],
    ['name', Buffer.concat([words(0, records.length, 6 + records.length * 12), ...records, ...names])],
    ['post', Buffer.concat([longs(0x30000, 0, 0), longs(...zeros(5))])],
  ];
  const directory: Buffer[] = [];
  let at = 12 + tables.length * 16;
  const contents = tables.map(([tag, content]) => {
    directory.push(Buffer.from(tag), longs(0, at, content.length));
    const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
    at += padded.length;
    return padded;
  });
  return Buffer.concat([longs(0x10000), words(tables.length, 128, 3, 32), ...directory, ...contents]);
}

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) buffer.writeUInt16BE(value & 0xffff, at * 2);
  return buffer;
}

function longs(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) buffer.writeUInt32BE(value, at * 4);
  return buffer;
}
