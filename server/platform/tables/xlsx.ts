import type { Readable } from 'node:stream';
import { PassThrough, Readable as ReadableStream } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type Cell, looksLikeFormula, momentText, yesOrNo } from './cell.ts';

/** The maximum number of rows in an Excel sheet; a longer table continues on the next sheet. */
const rowsOfASheet = 1_048_576;
/** The maximum number of characters in an Excel cell. */
const charactersOfACell = 32_767;

/** Indexes into `cellXfs` of the styles below. */
const style = { title: 1, moment: 2, asTyped: 3 } as const;

/**
 * A table as an Excel workbook, written page by page as it is read, so that neither its length nor a slow client costs
 * memory. A text stays text, whatever it begins with, even when somebody edits its cell.
 *
 * @param pages the rows, a few at a time; if reading fails, the file is broken off.
 * @param rowsAtMost the maximum number of rows in a sheet.
 */
export function xlsxOf(
  titles: readonly string[],
  pages: AsyncIterable<Cell[][]>,
  timeZone: string,
  rowsAtMost = rowsOfASheet,
): Readable {
  const out = new PassThrough();
  const zip = new ZipFile();
  const source = new Pages(pages[Symbol.asyncIterator]());
  let sheet: Readable | undefined;
  out.once('close', () => sheet?.destroy());
  zip.once('error', (error) => out.destroy(error));
  pipeline(zip.outputStream, out).catch((error: Error) => out.destroy(error));

  async function write(): Promise<void> {
    await source.advance();
    let sheets = 0;
    do {
      sheets += 1;
      sheet = ReadableStream.from(sheetXml(titles, source, { timeZone, rowsAtMost }), { objectMode: false });
      zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`);
      await finished(sheet);
    } while (source.page);
    for (const [name, xml] of Object.entries(partsOf(sheets))) zip.addBuffer(Buffer.from(xml), name);
    zip.end();
  }
  write()
    .catch((error: Error) => out.destroy(error))
    .finally(() => source.close());
  return out;
}

/** The pages of a table, with one page of lookahead. */
class Pages {
  readonly #source: AsyncIterator<Cell[][]>;
  /** Undefined at the end. */
  page: Cell[][] | undefined;
  constructor(source: AsyncIterator<Cell[][]>) {
    this.#source = source;
  }
  async advance(): Promise<void> {
    const { done, value } = await this.#source.next();
    this.page = done ? undefined : value;
  }
  /** Closes the source of the pages when the rest is not needed. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

type Sheet = { timeZone: string; rowsAtMost: number };

async function* sheetXml(titles: readonly string[], source: Pages, { timeZone, rowsAtMost }: Sheet) {
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" \
activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${Math.max(titles.length, 1)}" \
width="24" customWidth="1"/></cols><sheetData><row r="1">${titles.map((title, i) => textCell(title, `${columnName(i)}1`, style.title)).join('')}</row>`;
  let row = 1;
  for (; source.page && row + source.page.length <= rowsAtMost; await source.advance()) {
    yield source.page.map((cells) => rowXml(cells, ++row, timeZone)).join('');
  }
  yield '</sheetData></worksheet>';
}

const rowXml = (cells: readonly Cell[], row: number, timeZone: string) =>
  `<row r="${row}">${cells.map((cell, i) => cellXml(cell, `${columnName(i)}${row}`, timeZone)).join('')}</row>`;

function cellXml(cell: Cell, place: string, timeZone: string): string {
  if (cell === null || cell === '') return '';
  if (cell instanceof Date) return `<c r="${place}" s="${style.moment}"><v>${serial(cell, timeZone)}</v></c>`;
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${place}"><v>${cell}</v></c>`;
  const text = typeof cell === 'boolean' ? yesOrNo(cell) : String(cell);
  return textCell(text, place, looksLikeFormula(text) ? style.asTyped : 0);
}

const textCell = (text: string, place: string, look: number) =>
  `<c r="${place}"${look ? ` s="${look}"` : ''} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** The name of a column in a spreadsheet: A, B … Z, AA. */
const columnName = (column: number): string =>
  (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

/** A point in time as an Excel serial number: days since the end of 1899, in the academy's time zone. */
function serial(moment: Date, timeZone: string): number {
  const shown = new Date(`${momentText(moment, timeZone).replace(' ', 'T')}:00Z`);
  return shown.getTime() / 86_400_000 + 25_569;
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Escapes text for XML 1.0 and removes characters that XML does not allow. Excel would read `_x0041_` as the character
 * A, unless its underscore is escaped.
 */
const escaped = (text: string): string =>
  text
    .slice(0, charactersOfACell)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (mark) => marks[mark] ?? mark)
    .replaceAll('\r', '&#13;');

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/>\
<xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" quotePrefix="1"/></cellXfs></styleSheet>`;

/** The other parts of a workbook with this many sheets (ECMA-376, part 1, 12.2). */
function partsOf(sheets: number): Record<string, string> {
  const each = (write: (n: number) => string) => Array.from({ length: sheets }, (_, i) => write(i + 1)).join('');
  return {
    'xl/styles.xml': styles,
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((n) => `<sheet name="Sheet ${n}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packaged}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${xml}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`)}</Types>`,
  };
}
