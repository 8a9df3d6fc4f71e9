import { type Cell, looksLikeFormula, momentText, Picture, yesOrNo } from './cell.ts';

/** Excel reads a file as UTF-8 only when it begins with this mark. */
export const byteOrderMark = '\ufeff';

/**
 * One row of a table in CSV (RFC 4180). Texts that a spreadsheet would run as a formula are prefixed with an
 * apostrophe.
 */
export const csvRow = (cells: readonly Cell[], timeZone: string): string =>
  `${cells.map((cell) => quoted(textOf(cell, timeZone))).join(',')}\r\n`;

function textOf(cell: Cell, timeZone: string): string {
  if (cell === null || cell instanceof Picture) return '';
  if (typeof cell === 'string') return looksLikeFormula(cell) ? `'${cell}` : cell;
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
