import { columnName } from '@fairlead/contract/values/columns';
import type { MadeCell } from './csv-dialects.ts';
import { zipOf } from './workbooks.ts';

/** How a text of a cell is stored. */
type TextOf = (text: string) => { type: string; content: string };
/** A cell of a workbook. @property write its content where it is no text. */
type XlsxCell = MadeCell & { style?: number; type?: string; write?: (has1904: boolean) => string };

/** A workbook of a sheet 'Crew' and others. Rows are counted from 1, columns from 0. */
export type Book = {
  cells: XlsxCell[][];
  sheets: readonly string[];
  hiddenRows: readonly number[];
  hiddenColumn: number;
  has1904: boolean;
  /** The row whose first cell is merged with the one below. */
  mergedRow?: number;
  comment?: { row: number; column: number; text: string };
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const shown =
  (write: (word: string) => string, how: Partial<XlsxCell> = {}) =>
  (word: string): XlsxCell => ({ text: write(word), ...how });
const formats = [
  'General',
  '0000000000',
  '"MUM "0',
  'dd/mm/yyyy',
  '0.0%',
  'hh:mm',
  ';;;',
  '#,##0.00',
  'd-mmm-yy hh:mm',
];
/** The style that crosses out, behind those of the formats. */
const crossedOut = formats.length;
const number = (style: number, value: string) => ({ style, write: () => `<v>${value}</v>` });
const refusing = (how: Partial<XlsxCell>) => (): XlsxCell => ({ text: '', isRefused: true, ...how });
const error = (name: string) => refusing({ text: name, type: 'e', write: () => `<v>${name}</v>` });

/** What cells of workbooks have, around a word. */
export const xlsxCells: readonly ((word: string) => XlsxCell)[] = [
  shown((word) => word),
  shown((word) => `Nair, ${word} & <${word}>`),
  shown((word) => `two\n${word}`),
  shown((word) => `श्री ${word} – “Đặng”`),
  shown((word) => `${word}_x0041_`),
  shown((word) => `00${word}`),
  shown((word) => word, { style: crossedOut, isCrossedOut: true }),
  (word) => ({ text: word, type: 'str', write: () => `<f>A1&amp;"x"</f><v>${word}</v>` }),
  shown(() => '', { type: 'str', write: () => '<f>""</f><v></v>' }),
  shown(() => 'TRUE', { type: 'b', write: () => '<v>1</v>' }),
  shown(() => '9820012345', number(0, '9820012345')),
  shown(() => '9820012345', number(0, '9.820012345E9')),
  shown(() => '0000012345', number(1, '12345')),
  shown(() => 'MUM 12345', number(2, '12345')),
  shown(() => '12.5%', number(4, '0.125')),
  shown(() => '09:30', number(5, '0.395833333333333')),
  shown(() => '1,234.50', number(7, '1234.5')),
  shown(() => '1990-01-01', { style: 3, write: (has1904) => `<v>${has1904 ? 31412 : 32874}</v>` }),
  shown(() => '1990-01-01 12:00', { style: 8, write: (has1904) => `<v>${has1904 ? 31412.5 : 32874.5}</v>` }),
  shown(() => '2031-05-01', { type: 'd', write: () => '<v>2031-05-01T00:00:00</v>' }),
  ...['#N/A', '#REF!', '#VALUE!', '#NAME?', '#NUM!', '#DIV/0!', '#NULL!'].map(error),
  refusing({ text: '#N/A' }),
  refusing({ write: () => '<f>VLOOKUP(A1,B:C,2)</f>' }),
  refusing({ text: '123456789012345678', ...number(0, '123456789012345678') }),
  refusing({ text: '5', ...number(6, '5') }),
  refusing({ text: '-1', ...number(3, '-1') }),
];

type Dialect = {
  /** The prefix of elements. */
  prefix?: string;
  /** Whether texts are shared, or stand in their cells; rich: in runs with formats. */
  texts: 'shared' | 'inline' | 'rich';
  /** Whether rows and cells have no names, which is allowed. */
  isUnnamed?: boolean;
  /** Whether paths of parts begin at the root. */
  isAbsolute?: boolean;
};

/** How programs and libraries write workbooks; what they may choose is in ECMA-376, part 1, 18. */
export const dialects: Readonly<Record<string, Dialect>> = {
  'Excel and SheetJS': { texts: 'shared' },
  'Excel, with formatted texts': { texts: 'rich' },
  'ClosedXML and the Open XML SDK': { texts: 'shared', prefix: 'x:', isAbsolute: true },
  'openpyxl and PhpSpreadsheet': { texts: 'inline', isAbsolute: true },
  'writers that stream, without names of cells': { texts: 'inline', isUnnamed: true },
};

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...all: readonly (readonly [kind: string, target: string])[]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([kind, target], n) => `<Relationship Id="rId${n + 1}" Type="${office}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A workbook as one of the dialects writes it. */
export function bookOf(book: Book, name: string): Promise<Buffer> {
  const { prefix = '', texts, isUnnamed = false, isAbsolute = false } = dialects[name] ?? { texts: 'inline' };
  const strings: string[] = [];
  const t = (text: string) => `<t xml:space="preserve">${escaped(text).replace(/_(?=x[0-9A-F]{4}_)/g, '_x005F_')}</t>`;
  const runs = (text: string) =>
    `<r><rPr><b/></rPr>${t(text.slice(0, 2))}</r><r>${t(text.slice(2))}</r><rPh sb="0" eb="1"><t>reading</t></rPh>`;
  const textOf: TextOf = (text) => {
    if (texts === 'inline') return { type: 'inlineStr', content: `<is>${t(text)}</is>` };
    strings.push(texts === 'rich' ? runs(text) : t(text));
    return { type: 's', content: `<v>${strings.length - 1}</v>` };
  };
  const named = (xml: string) => (prefix ? xml.replace(/<(\/?)(?=[a-zA-Z])/g, `<$1${prefix}`) : xml);
  const root = (element: string, content: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>${named(`<${element} xmlns${prefix && `:${prefix.slice(0, -1)}`}="${main}" xmlns:r="${office}">${content}</${element}>`)}`;
  const target = (path: string) => (isAbsolute ? `/xl/${path}` : path);
  const sheets = ['Crew', ...book.sheets];
  const crew = root('worksheet', sheetXml(book, { textOf, isUnnamed }));
  return zipOf({
    '_rels/.rels': relations(['officeDocument', isAbsolute ? '/xl/workbook.xml' : 'xl/workbook.xml']),
    'xl/workbook.xml': root(
      'workbook',
      `<workbookPr${book.has1904 ? ' date1904="1"' : ''}/><sheets>${sheets
        .map((one, n) => `<sheet name="${one}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
        .join('')}</sheets>`,
    ),
    'xl/_rels/workbook.xml.rels': relations(
      ...sheets.map((_, n) => ['worksheet', target(`worksheets/sheet${n + 1}.xml`)] as const),
      ['styles', target('styles.xml')],
      ['sharedStrings', target('sharedStrings.xml')],
    ),
    'xl/styles.xml': root('styleSheet', stylesXml),
    'xl/sharedStrings.xml': root('sst', strings.map((one) => `<si>${one}</si>`).join('')),
    ...Object.fromEntries(
      sheets.map((_, n) => [`xl/worksheets/sheet${n + 1}.xml`, n === 0 ? crew : root('worksheet', '<sheetData/>')]),
    ),
    ...(book.comment && {
      'xl/worksheets/_rels/sheet1.xml.rels': relations(['comments', '../comments1.xml']),
      'xl/comments1.xml': root('comments', commentXml(book.comment)),
    }),
  });
}

const stylesXml = `<numFmts>${formats
  .map((one, n) => `<numFmt numFmtId="${164 + n}" formatCode="${escaped(one).replaceAll('"', '&quot;')}"/>`)
  .join('')}</numFmts><fonts><font/><font><strike/></font></fonts><cellXfs>${formats
  .map((_, n) => `<xf numFmtId="${164 + n}" fontId="0"/>`)
  .join('')}<xf numFmtId="0" fontId="1"/></cellXfs>`;

const commentXml = ({ row, column, text }: NonNullable<Book['comment']>) =>
  `<authors><author>Office</author></authors><commentList><comment ref="${columnName(column)}${row}" authorId="0"><text><t>${text}</t></text></comment></commentList>`;

function sheetXml(
  { cells, hiddenRows, hiddenColumn, has1904, mergedRow }: Book,
  { textOf, isUnnamed }: { textOf: TextOf; isUnnamed: boolean },
): string {
  const cellXml = ({ text, style = 0, type, write }: XlsxCell, place: string) => {
    // without a name, an empty cell keeps the place of the next
    if (text === '' && !write) return isUnnamed ? '<c/>' : '';
    const { type: kind, content } = write ? { type: type ?? 'n', content: write(has1904) } : textOf(text);
    return `<c${isUnnamed ? '' : ` r="${place}"`} s="${style}" t="${kind}">${content}</c>`;
  };
  const rows = cells.map(
    (line, r) =>
      `<row${isUnnamed ? '' : ` r="${r + 1}"`}${hiddenRows.includes(r + 1) ? ' hidden="1"' : ''}>${line
        .map((one, c) => cellXml(one, `${columnName(c)}${r + 1}`))
        .join('')}</row>`,
  );
  const merged = mergedRow ? `<mergeCells><mergeCell ref="A${mergedRow}:A${mergedRow + 1}"/></mergeCells>` : '';
  const column = hiddenColumn + 1;
  return `<cols><col min="${column}" max="${column}" width="9" hidden="1"/></cols><sheetData>${rows.join('')}</sheetData>${merged}`;
}
