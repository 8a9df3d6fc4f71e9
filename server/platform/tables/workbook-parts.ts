import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { groupDigits } from '@fairlead/contract/values/numbers';
import { Parser } from 'htmlparser2';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { Refusal } from '../inspection/refusal.ts';

/** A genuine workbook with the maximum number of rows unpacks to less than this; a zip bomb unpacks to gigabytes. */
const mostUnpacked = 64 * 2 ** 20;
/** As many as 20,000 rows of 20 columns have: each cell is up to four. */
const mostElements = 2_000_000;
/** Room for the sheets, styles and pictures of a genuine workbook; a file of 8 MB could have 100,000 empty entries. */
const mostEntries = 1_000;

const tooLarge = 'This workbook is too large when unpacked; send it in parts.';
export const damaged = 'This file is damaged; please save or export it again.';

/** What a part tells as it is read; names are without their prefix. */
type PartReader = {
  open: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/** Reads a part of a workbook; false if there is none with this path. */
export type ReadPart = (path: string, reader: PartReader) => Promise<boolean>;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Opens the parts of a workbook. What is read of them counts together: bytes, elements, and text by its checksum.
 *
 * @throws Refusal, then and while a part is read, for one that is too large, damaged, or no workbook of this kind.
 */
export async function openParts(bytes: Buffer): Promise<ReadPart> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true }).catch((cause: unknown) => {
    throw new Refusal(damaged, { cause });
  });
  if (zip.entryCount > mostEntries) throw new Refusal(tooLarge);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(plainPath(entry.fileName), entry);
  requireKind(entries);
  const left = { bytes: mostUnpacked, elements: mostElements };
  return async (path, reader) => {
    const entry = entries.get(plainPath(path));
    if (entry) await readEntry({ zip, entry, left }, reader);
    return entry !== undefined;
  };
}

/** The names of parts do not differ by case (ECMA-376, part 2, 6.2.2.3); some programs write the wrong slash. */
const plainPath = (path: string): string => path.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

function requireKind(entries: ReadonlyMap<string, unknown>): void {
  if (entries.has('xl/workbook.bin')) throw new Refusal('This is a binary workbook (XLSB). Save it as XLSX or CSV.');
  if (entries.has('content.xml') || entries.has('index/document.iwa'))
    throw new Refusal('This is a table of LibreOffice or Numbers. Save it as XLSX or CSV.');
}

type Reading = { zip: ZipFile; entry: Entry; left: { bytes: number; elements: number } };

async function readEntry({ zip, entry, left }: Reading, reader: PartReader): Promise<void> {
  left.bytes -= entry.uncompressedSize;
  if (left.bytes < 0) throw new Refusal(tooLarge);
  const content = await buffer(await zip.openReadStreamPromise(entry));
  if (crc32(content) !== entry.crc32) throw new Refusal(damaged);
  let openedAt = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        left.elements -= 1;
        if (left.elements < 0)
          throw new Refusal(`This workbook has more than ${groupDigits(mostElements)} elements; send it in parts.`);
        openedAt = parser.endIndex;
        reader.open(localName(name), attributes);
      },
      ontext: (text) => reader.text?.(text),
      onclosetag(name, isImplied) {
        // the parser forgives an element that is never closed; one that closes itself does so where it was opened
        if (isImplied && parser.endIndex !== openedAt) throw new Refusal(damaged);
        reader.close?.(localName(name));
      },
      onprocessinginstruction(name) {
        // no spreadsheet declares a type; one that does may declare entities
        if (name.startsWith('!')) throw new Refusal(damaged);
      },
    },
    { xmlMode: true },
  );
  parser.write(new TextDecoder(encodingOf(content)).decode(content));
  parser.end();
}

/** Parts are UTF-8, or UTF-16 with a mark (ECMA-376, part 2, 6.1.4). */
const encodingOf = ([first, second]: Buffer): string => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
};

/** A boolean of XML; `otherwise` where it is not written. */
export const isOn = (value: string | undefined, otherwise = false): boolean =>
  value === undefined ? otherwise : value === '1' || value === 'true';

/**
 * A text of a part: characters that XML cannot contain are written as `_x000D_` (ECMA-376, part 1, 22.9.2.19).
 */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
