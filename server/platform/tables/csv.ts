import { type Cell, looksLikeFormula, momentText, Picture, yesOrNo } from './cell.ts';
import { isSheetError } from './table.ts';

/** Excel reads a file as UTF-8 only when it begins with this mark. */
export const byteOrderMark = '\ufeff';

/**
 * Whether a text gets an apostrophe in a CSV file: a spreadsheet would take it for a formula or an error of its own.
 */
const isMistaken = (text: string): boolean => looksLikeFormula(text) || isSheetError(text);

/** A text of a CSV file without the apostrophe of `csvRow`. */
export const withoutApostrophe = (cell: string): string =>
  cell.startsWith("'") && isMistaken(cell.slice(1)) ? cell.slice(1) : cell;

/** One row of a table in CSV (RFC 4180). Texts that a spreadsheet would mistake are prefixed with an apostrophe. */
export const csvRow = (cells: readonly Cell[], timeZone: string): string =>
  `${cells.map((cell) => quoted(textOf(cell, timeZone))).join(',')}\r\n`;

function textOf(cell: Cell, timeZone: string): string {
  if (cell === null || cell instanceof Picture) return '';
  if (typeof cell === 'string') return isMistaken(cell) ? `'${cell}` : cell;
  if (typeof cell === 'boolean') return yesOrNo(cell);
  return cell instanceof Date ? momentText(cell, timeZone) : String(cell);
}

const quoted = (text: string): string => (/[",\r\n\t;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A table in CSV, written page by page as it is read. */
export async function* csvOf(
  titles: readonly string[],
  pages: AsyncIterable<Cell[][]>,
  timeZone: string,
): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(titles, timeZone);
  for await (const rows of pages) yield rows.map((cells) => csvRow(cells, timeZone)).join('');
}
