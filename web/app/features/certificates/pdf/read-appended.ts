import { readSection, type Section } from './pdf-file.ts';
import { BadPdf, indexOfText, isSameValue, type PdfObject, PdfReader } from './pdf-objects.ts';

/** The content that was appended to a signed file: the objects that it adds or replaces, the last of each number. */
export type Appended = {
  objects: Map<number, PdfObject>;
  /**
   * Whether it is read to the byte: nothing but objects, and tables that list exactly these. Otherwise the objects are
   * those that were found, and a reader may see others.
   */
  isExact: boolean;
};

/** The newest table of a file, and its trailer. */
type Newest = Pick<Section, 'trailer'> & { table: number };

const mostObjects = 20_000;
/** Where so many things look like objects and are none, or so many bytes were read of these, the rest is left. */
const mostFailures = 2_000;
const mostWasted = 5_000_000;

/**
 * Reads the revisions that follow a signed one (ISO 32000-2, 7.5.6).
 *
 * @param from the end of the signed revision. @param signed its table and trailer.
 */
export function readAppended(pdf: Uint8Array, from: number, signed: Newest): Appended {
  try {
    return { objects: exactly(pdf, from, signed), isExact: true };
  } catch (error) {
    if (!(error instanceof BadPdf)) throw error;
    return { objects: found(pdf, from), isExact: false };
  }
}

/** @throws BadPdf for anything that two readers might understand differently. */
function exactly(pdf: Uint8Array, from: number, signed: Newest): Appended['objects'] {
  const all: Appended['objects'] = new Map();
  const reader = new PdfReader(pdf, from);
  let { table } = signed;
  while (skipBlanks(reader)) {
    const objects: Appended['objects'] = new Map();
    const places = new Map<number, number>();
    while (!isAtWord(reader, 'xref')) {
      const at = reader.at;
      const object = reader.object();
      if (objects.has(object.id)) throw new BadPdf(`Object ${object.id} stands twice`);
      objects.set(object.id, object);
      places.set(object.id, at);
      skipBlanks(reader);
    }
    const at = reader.at;
    const { entries, trailer } = readSection(reader);
    for (const [id, place] of entries) {
      // Object 0 is the head of the list of free ones.
      if (id === 0 ? place !== undefined : place === undefined || places.get(id) !== place) {
        throw new BadPdf(`Object ${id} is not where the table says`);
      }
    }
    for (const id of objects.keys()) if (!entries.has(id)) throw new BadPdf(`Object ${id} is not in the table`);
    requireSuccessor(trailer, { ...signed, table });
    reader.expect('startxref');
    if (reader.integer() !== at || !endsFile(reader)) throw new BadPdf('The revision does not end as it should');
    for (const [id, object] of objects) all.set(id, object);
    table = at;
    if (all.size > mostObjects) throw new BadPdf('There are too many objects');
  }
  return all;
}

/**
 * The trailer of an appended revision leads to the table before it, and otherwise says what that of the signed one
 * says.
 */
function requireSuccessor(trailer: Section['trailer'], signed: Newest): void {
  if (trailer.get('Prev') !== signed.table) throw new BadPdf('The revision continues another one');
  for (const [key, value] of trailer) {
    const isFree = key === 'Prev' || key === 'Size' || key === 'ID';
    if (!isFree && !isSameValue(value, signed.trailer.get(key))) throw new BadPdf(`The trailer has another ${key}`);
  }
  if (!trailer.has('Root')) throw new BadPdf('The trailer has no Root');
}

/** Moves over white space alone, for a comment may be read by some as something else; false at the end of the file. */
function skipBlanks(reader: PdfReader): boolean {
  const { bytes } = reader;
  while (reader.at < bytes.length && [9, 10, 13, 32].includes(bytes[reader.at] ?? 0)) reader.at++;
  return reader.at < bytes.length;
}

function isAtWord(reader: PdfReader, word: string): boolean {
  const { at } = reader;
  const isThere = reader.takes(word);
  reader.at = at;
  return isThere;
}

function endsFile(reader: PdfReader): boolean {
  skipBlanks(reader);
  const isEnd = indexOfText(reader.bytes, '%%EOF', reader.at, reader.at + 5) === reader.at;
  if (isEnd) reader.at += 5;
  return isEnd;
}

/** The objects that can be found in bytes that are in no proper order. */
function found(pdf: Uint8Array, from: number): Appended['objects'] {
  const objects: Appended['objects'] = new Map();
  let left = mostWasted;
  let failures = 0;
  for (let at = indexOfText(pdf, ' obj', from); at >= 0 && left > 0 && failures < mostFailures; ) {
    const start = startOfNumbers(pdf, at, from) ?? at;
    const reader = new PdfReader(pdf, start);
    at += 4;
    try {
      const object = reader.object();
      objects.set(object.id, object);
      at = Math.max(at, reader.at);
    } catch (error) {
      if (!(error instanceof BadPdf)) throw error; // this object cannot be read; others may tell what was changed
      left -= reader.at - start;
      failures++;
    }
    if (objects.size > mostObjects) break;
    at = indexOfText(pdf, ' obj', at);
  }
  return objects;
}

/** Where `n 0` begins that ends at a place. */
function startOfNumbers(pdf: Uint8Array, end: number, from: number): number | undefined {
  const start = Math.max(from, end - 14);
  const before = String.fromCharCode(...pdf.subarray(start, end));
  const [numbers] = /\d{1,10} \d$/.exec(before) ?? [];
  return numbers === undefined ? undefined : end - numbers.length;
}
