import { readFile } from 'node:fs/promises';
import { groupDigits } from '@fairlead/contract/values/numbers';
import { CsvError, parse } from 'csv-parse/sync';
import { Refusal } from '../inspection/refusal.ts';
import { decodeText, guessed } from './decode-text.ts';
import {
  errorRemark,
  isSheetError,
  most,
  type Remark,
  refusing,
  saidOf,
  type Table,
  type TableRow,
  tooWide,
} from './table.ts';

/** A file with a table. @property sheet the sheet of a workbook to read, where it is not the first that is shown. */
export type TableFile = { path: string; sheet?: string | undefined };

/**
 * Reads a table: the rows of a CSV file, whatever its encoding and separator, or of the first sheet of an Excel
 * workbook that is shown, or of another one. What is not taken as it stands has a remark. To be called through
 * `readTable`, which limits its memory.
 *
 * @throws Refusal for a file that is not a table, is broken, or is too large.
 */
export async function inspect({ path, sheet }: TableFile): Promise<Table> {
  const { rows, remarks, ...table } = await tableOf(await readFile(path), sheet);
  const refused = new Set(remarks.flatMap((one) => (one.refuses ? [one.row] : [])));
  let characters = 0;
  const kept = rows.flatMap(({ row, cells }) => {
    const texts = cells.map((cell) => cell.trim());
    while (texts.at(-1) === '') texts.pop();
    // a row of which no cell can be used is one all the same
    if (texts.length === 0 && !refused.has(row)) return [];
    if (texts.length > most.columns) throw new Refusal(tooWide(row));
    if (texts.some((text) => text.length > most.characters)) {
      throw new Refusal(`A cell of row ${row} has more than ${groupDigits(most.characters)} characters.`);
    }
    // PostgreSQL stores no such text.
    if (texts.some((text) => text.includes('\0'))) {
      throw new Refusal(`Row ${row} has a hidden character that cannot be stored; type its text again.`);
    }
    characters += texts.reduce((sum, text) => sum + text.length, 0);
    // A small workbook may refer to one long text a million times.
    if (characters > most.inAll) throw new Refusal('This table holds too much text; send it in parts.');
    return [{ row, cells: texts }];
  });
  if (kept.length > most.rows) throw new Refusal(tooLong);
  return { ...table, rows: kept, remarks: inOrder(remarks, new Set(kept.map(({ row }) => row))) };
}

/** The remarks about rows that are not empty, in their order; those about the whole table come first. */
function inOrder(remarks: readonly Remark[], rows: ReadonlySet<number>): Remark[] {
  const kept = remarks.filter(({ row, refuses }) => row === null || rows.has(row) || refuses);
  if (kept.length > most.remarks) {
    throw new Refusal(`More than ${groupDigits(most.remarks)} cells of this table cannot be taken as they are.`);
  }
  return kept.sort((a, b) => (a.row ?? 0) - (b.row ?? 0) || (a.column ?? -1) - (b.column ?? -1));
}

const tooLong = `This table has more than ${groupDigits(most.rows - 1)} rows; send it in parts.`;

const startsWith = (bytes: Buffer, signature: string) => bytes.subarray(0, signature.length).equals(latin(signature));
const latin = (text: string) => Buffer.from(text, 'latin1');

async function tableOf(bytes: Buffer, sheet: string | undefined): Promise<Table> {
  if (startsWith(bytes, 'PK\x03\x04')) {
    // only for a workbook: for a text, loading it would take longer than all else that is done for it
    const { readWorkbook } = await import('./workbook.ts');
    return readWorkbook(bytes, sheet);
  }
  if (startsWith(bytes, '\xd0\xcf\x11\xe0')) {
    throw new Refusal('This workbook has an old format or a password. Save it as XLSX or CSV.');
  }
  if (startsWith(bytes, '%PDF-')) throw new Refusal('This file is not a table. Please upload CSV or XLSX.');
  if (sheet !== undefined) throw new Refusal(`This file is no workbook, and has no sheet ‘${saidOf(sheet)}’.`);
  const remarks: Remark[] = [];
  const text = decodeText(bytes, () => remarks.push(aboutFile(guessed)));
  const rows = textRows(text);
  return { sheet: null, otherSheets: [], rows, remarks: [...remarks, ...rows.flatMap(remarksOf)] };
}

const aboutFile = (message: string): Remark => ({ row: null, column: null, said: '', message, refuses: false });

/** What stands for letters that were lost when a file was converted. */
const lost = '\ufffd';

function remarksOf({ row, cells }: TableRow): Remark[] {
  return cells.flatMap((cell, column) => {
    const text = cell.trim();
    if (isSheetError(text)) return [errorRemark(row, column, text)];
    if (!text.includes(lost)) return [];
    return [refusing(row, column, text, `says ‘${text.slice(0, 60)}’, in which a letter was lost. Type it again.`)];
  });
}

/** The rows of a text that are not empty, each with its number. */
function textRows(text: string): TableRow[] {
  const { delimiter, content } = separated(text);
  const rows: TableRow[] = [];
  let row = 0;
  try {
    parse(content, {
      delimiter,
      // not that of the first line alone: some programs write the line that names the separator with another end
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A quotation mark inside a text, such as 5" pipe, is an ordinary character.
      relax_quotes: true,
      // An unclosed quotation mark would swallow the rest of the file.
      max_record_size: most.columns * most.characters,
      on_record: (cells: string[]) => {
        row += 1;
        if (cells.some((cell) => cell.trim() !== '')) rows.push({ row, cells });
        if (rows.length > most.rows) throw new Refusal(tooLong);
        return null;
      },
    });
    return rows;
  } catch (error) {
    throw error instanceof CsvError ? new Refusal(sentenceOf(error), { cause: error }) : error;
  }
}

function sentenceOf({ code, lines }: CsvError & { lines?: number }): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'A quotation mark in this file is opened and never closed.';
  return `This file cannot be read as a table; look at line ${lines ?? 1}.`;
}

const delimiters = [',', ';', '\t', '|'];

/** A cell between quotation marks, with the separator or the line before it. */
const quotedCell = /(^|[,;\t|\n])"(?:[^"]|"")*"/g;
/** The first rows, in which the first one ends. */
const headCharacters = 20_000;

/** The column separator: the one that Excel names in a first line, or the most frequent one in the first row. */
function separated(text: string): { delimiter: string; content: string } {
  const named = /^sep=(.)\r?\n/i.exec(text);
  // The line stays as an empty one, so that row numbers match those that the sender sees.
  if (named?.[1]) return { delimiter: named[1], content: text.slice(named[0].length - 1) };
  const head = text.slice(0, headCharacters).replace(/^\ufeff/, '');
  const first = /^[^\r\n]*/.exec(head.replace(quotedCell, '$1'))?.[0] ?? '';
  const count = (sign: string) => first.split(sign).length;
  return { delimiter: delimiters.toSorted((a, b) => count(b) - count(a))[0] ?? ',', content: text };
}
