import { readFile } from 'node:fs/promises';
import { groupDigits } from '@fairlead/contract/values/numbers';
import { CsvError, parse } from 'csv-parse/sync';
import { fromBufferPromise } from 'yauzl';
import { Refusal } from '../inspection/refusal.ts';
import { decodeText } from './decode-text.ts';

/** A row that is not empty: its number as a spreadsheet shows it, from 1, and its cells as text. */
export type TableRow = { row: number; cells: string[] };

/** More than any list that is kept by hand. */
const most = { rows: 20_001, columns: 100, characters: 10_000, inAll: 16_000_000 } as const;
/** A genuine workbook with the maximum number of rows unpacks to less than this; a zip bomb unpacks to gigabytes. */
const mostUnpacked = 64 * 2 ** 20;
/** As many as 20,000 rows of 20 columns have: each cell is up to four. */
const mostElements = 2_000_000;
/** Room for the sheets, styles and pictures of a genuine workbook; a file of 8 MB could have 100,000 empty entries. */
const mostEntries = 1_000;

/**
 * Reads a table: the rows of a CSV file, whatever its encoding and separator, or of the first sheet of an Excel
 * workbook, with the last values of its formulas. To be called through `inspect`, which limits its memory.
 *
 * @throws Refusal for a file that is not a table, is broken, or is too large.
 */
export async function inspect(path: string): Promise<TableRow[]> {
  const bytes = await readFile(path);
  const rows = await rowsOf(bytes);
  if (rows.length > most.rows) {
    throw new Refusal(`This table has more than ${groupDigits(most.rows - 1)} rows; send it in parts.`);
  }
  let characters = 0;
  return rows.flatMap((cells, i) => {
    const texts = cells.map((cell) => cell.trim());
    if (texts.every((text) => text === '')) return [];
    if (texts.length > most.columns) throw new Refusal(`Row ${i + 1} has more than ${most.columns} columns.`);
    if (texts.some((text) => text.length > most.characters)) {
      throw new Refusal(`A cell of row ${i + 1} has more than ${groupDigits(most.characters)} characters.`);
    }
    // PostgreSQL stores no such text.
    if (texts.some((text) => text.includes('\0'))) {
      throw new Refusal(`Row ${i + 1} has a hidden character that cannot be stored; type its text again.`);
    }
    characters += texts.reduce((sum, text) => sum + text.length, 0);
    // A small workbook may refer to one long text a million times.
    if (characters > most.inAll) throw new Refusal('This table holds too much text; send it in parts.');
    return [{ row: i + 1, cells: texts }];
  });
}

const startsWith = (bytes: Buffer, signature: string) => bytes.subarray(0, signature.length).equals(latin(signature));
const latin = (text: string) => Buffer.from(text, 'latin1');

async function rowsOf(bytes: Buffer): Promise<string[][]> {
  if (startsWith(bytes, 'PK\x03\x04')) return workbookRows(bytes);
  if (startsWith(bytes, '\xd0\xcf\x11\xe0')) {
    throw new Refusal('This workbook has an old format or a password. Save it as XLSX or CSV.');
  }
  if (startsWith(bytes, '%PDF-')) throw new Refusal('This file is not a table. Please upload CSV or XLSX.');
  return textRows(decodeText(bytes));
}

async function workbookRows(bytes: Buffer): Promise<string[][]> {
  await requireModest(bytes);
  // only for a workbook: for a text, loading it would take longer than all else that is done for it
  const { readSheet } = await import('read-excel-file/node');
  const rows = await readSheet(bytes);
  return rows.map((cells) => cells.map(textOf));
}

/** The text of a workbook cell. A date in a workbook has no time zone, and is read as midnight in UTC. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}

/**
 * Counts the entries of a workbook, their sizes by the zip's central directory, and the elements in all of them, before
 * the library reads it. An entry that unpacks to more than its declared size ends this with an error.
 */
async function requireModest(bytes: Buffer): Promise<void> {
  const tooLarge = 'This workbook is too large when unpacked; send it in parts.';
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  if (zip.entryCount > mostEntries) throw new Refusal(tooLarge);
  let unpacked = 0;
  let elements = 0;
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (unpacked > mostUnpacked) throw new Refusal(tooLarge);
    for await (const piece of await zip.openReadStreamPromise(entry)) elements += startsOfTags(piece as Buffer);
    if (elements > mostElements)
      throw new Refusal(`This workbook has more than ${groupDigits(mostElements)} elements; send it in parts.`);
  }
}

const [opening, slash] = [0x3c, 0x2f];

function startsOfTags(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(opening); at !== -1; at = bytes.indexOf(opening, at + 1))
    if (bytes[at + 1] !== slash) count += 1;
  return count;
}

function textRows(text: string): string[][] {
  const { delimiter, content } = separated(text);
  try {
    return parse(content, {
      delimiter,
      relax_column_count: true,
      // A quotation mark inside a text, such as 5" pipe, is an ordinary character.
      relax_quotes: true,
      // An unclosed quotation mark would swallow the rest of the file.
      max_record_size: most.columns * most.characters,
      to: most.rows + 1,
    });
  } catch (error) {
    throw error instanceof CsvError ? new Refusal(sentenceOf(error), { cause: error }) : error;
  }
}

function sentenceOf({ code, lines }: CsvError & { lines?: number }): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'A quotation mark in this file is opened and never closed.';
  return `This file cannot be read as a table; look at line ${lines ?? 1}.`;
}

const delimiters = [',', ';', '\t'];

/** The column separator: the one that Excel names in a first line, or the most frequent one in the first row. */
function separated(text: string): { delimiter: string; content: string } {
  const named = /^sep=(.)\r?\n/i.exec(text);
  // The line stays as an empty one, so that row numbers match those that the sender sees.
  if (named?.[1]) return { delimiter: named[1], content: text.slice(named[0].length - 1) };
  const first = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (sign: string) => first.split(sign).length;
  return { delimiter: delimiters.toSorted((a, b) => count(b) - count(a))[0] ?? ',', content: text };
}
