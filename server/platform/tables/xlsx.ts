import type { Readable } from 'node:stream';
import { PassThrough, Readable as ReadableStream } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { columnName } from '@fairlead/contract/values/columns';
import { ZipFile } from 'yazl';
import { type Cell, looksLikeFormula, momentText, Picture, yesOrNo } from './cell.ts';

/** The maximum number of rows in an Excel sheet; a longer table continues on the next sheet. */
const rowsOfASheet = 1_048_576;
/** The maximum number of characters in an Excel cell. */
const charactersOfACell = 32_767;

/** Indexes into `cellXfs` of the styles below. */
const style = { title: 1, moment: 2, asTyped: 3 } as const;

/**
 * The most pictures of a workbook. Unlike rows they are in memory until the sheet is written, a few kB each; the cells
 * of further ones stay empty.
 */
const mostPictures = 2_000;
/** The size at which a picture is shown, in millimetres. */
const shown = { width: 16, height: 20.5 } as const;

/** A picture in a sheet: its cell, counted from 0, and its number in the workbook, from 1. */
type Placed = { row: number; column: number; number: number; picture: Picture };

/** The media type of a workbook. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * A table as an Excel workbook, written page by page as it is read, so that neither its length nor a slow client costs
 * memory. A text stays text, whatever it begins with, even when somebody edits its cell. Pictures stand above their
 * cells, which every spreadsheet program shows; those in cells are read by recent versions of Excel alone.
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
    const sheets: Placed[][] = [];
    let pictures = 0;
    do {
      const placed: Placed[] = [];
      const place = (at: Omit<Placed, 'number'>) => {
        if (pictures < mostPictures) placed.push({ ...at, number: ++pictures });
      };
      sheets.push(placed);
      sheet = ReadableStream.from(sheetXml(titles, source, { timeZone, rowsAtMost, place, placed }), {
        objectMode: false,
      });
      zip.addReadStream(sheet, `xl/worksheets/sheet${sheets.length}.xml`);
      await finished(sheet);
      for (const { number, picture } of placed) {
        zip.addBuffer(Buffer.from(picture.jpeg), `xl/media/image${number}.jpeg`, { compress: false });
      }
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

type Sheet = {
  timeZone: string;
  rowsAtMost: number;
  /** Takes note of a picture. */
  place: (at: Omit<Placed, 'number'>) => void;
  /** The pictures of this sheet so far. */
  placed: readonly Placed[];
};

async function* sheetXml(titles: readonly string[], source: Pages, { timeZone, rowsAtMost, place, placed }: Sheet) {
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" \
activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${Math.max(titles.length, 1)}" \
width="24" customWidth="1"/></cols><sheetData><row r="1">${titles.map((title, i) => textCell(title, `${columnName(i)}1`, style.title)).join('')}</row>`;
  let row = 1;
  for (; source.page && row + source.page.length <= rowsAtMost; await source.advance()) {
    for (const cells of source.page) {
      yield rowXml(cells, ++row, timeZone);
      for (const [column, picture] of cells.entries()) {
        if (picture instanceof Picture) place({ row: row - 1, column, picture });
      }
    }
  }
  yield `</sheetData>${placed.length > 0 ? `<drawing xmlns:r="${office}" r:id="rId1"/>` : ''}</worksheet>`;
}

/** The height of a row with a picture in points, 72 to the inch, with a margin. */
const pictureRow = Math.ceil((shown.height / 25.4) * 72) + 2;

const rowXml = (cells: readonly Cell[], row: number, timeZone: string) =>
  `<row r="${row}"${cells.some((cell) => cell instanceof Picture) ? ` ht="${pictureRow}" customHeight="1"` : ''}>${cells
    .map((cell, i) => cellXml(cell, `${columnName(i)}${row}`, timeZone))
    .join('')}</row>`;

function cellXml(cell: Cell, place: string, timeZone: string): string {
  if (cell === null || cell === '' || cell instanceof Picture) return '';
  if (cell instanceof Date) return `<c r="${place}" s="${style.moment}"><v>${serial(cell, timeZone)}</v></c>`;
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${place}"><v>${cell}</v></c>`;
  const text = typeof cell === 'boolean' ? yesOrNo(cell) : String(cell);
  return textCell(text, place, looksLikeFormula(text) ? style.asTyped : 0);
}

const textCell = (text: string, place: string, look: number) =>
  `<c r="${place}"${look ? ` s="${look}"` : ''} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

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
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/>\
<xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" quotePrefix="1"/></cellXfs></styleSheet>`;

/** A length in English Metric Units, in which drawings are measured (ECMA-376, part 1, 20.1.2.1). */
const emu = (millimetres: number) => Math.round(millimetres * 36_000);
const size = `cx="${emu(shown.width)}" cy="${emu(shown.height)}"`;
const margin = emu(0.3);

const anchorXml = ({ row, column, number, picture }: Placed, n: number) =>
  `<xdr:oneCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>${margin}</xdr:colOff><xdr:row>${row}</xdr:row>\
<xdr:rowOff>${margin}</xdr:rowOff></xdr:from><xdr:ext ${size}/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${n + 2}" \
name="Picture ${number}" descr="${escaped(picture.shows).replaceAll('"', '&quot;')}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/>\
</xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill><a:blip xmlns:r="${office}" r:embed="rId${n + 1}"/><a:stretch><a:fillRect/>\
</a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/>\
</a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`;

const relationshipsXml = (targets: readonly (readonly [kind: string, target: string])[]) =>
  `${xml}<Relationships xmlns="${packaged}/relationships">${targets
    .map(([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/**
 * The parts that place the pictures of a sheet: its drawing, and what refers to what (ECMA-376, part 1, 12.3.8 and
 * 20.5).
 */
const drawingParts = (placed: readonly Placed[], sheet: number): Record<string, string> => ({
  [`xl/worksheets/_rels/sheet${sheet}.xml.rels`]: relationshipsXml([['drawing', `../drawings/drawing${sheet}.xml`]]),
  [`xl/drawings/_rels/drawing${sheet}.xml.rels`]: relationshipsXml(
    placed.map(({ number }) => ['image', `../media/image${number}.jpeg`]),
  ),
  [`xl/drawings/drawing${sheet}.xml`]: `${xml}<xdr:wsDr xmlns:xdr="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main">${placed.map(anchorXml).join('')}</xdr:wsDr>`,
});

/** The other parts of a workbook with these sheets, each with its pictures (ECMA-376, part 1, 12.2). */
function partsOf(sheets: readonly (readonly Placed[])[]): Record<string, string> {
  const each = (write: (n: number) => string) => sheets.map((_, i) => write(i + 1)).join('');
  const drawings = sheets.flatMap((placed, i) => (placed.length > 0 ? [i + 1] : []));
  return {
    ...Object.assign({}, ...drawings.map((n) => drawingParts(sheets[n - 1] ?? [], n))),
    'xl/styles.xml': styles,
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((n) => `<sheet name="Sheet ${n}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipsXml([
      ...sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
    '_rels/.rels': relationshipsXml([['officeDocument', 'xl/workbook.xml']]),
    '[Content_Types].xml': `${xml}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="jpeg" ContentType="image/jpeg"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`)}${drawings.map((n) => `<Override PartName="/xl/drawings/drawing${n}.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>`).join('')}</Types>`,
  };
}
