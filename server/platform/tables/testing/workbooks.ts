import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A ZIP file of these parts. */
export const zipOf = (parts: Record<string, string>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts))
    zip.addBuffer(Buffer.from(content), name, { compressionLevel: 1 });
  zip.end();
  return buffer(zip.outputStream as Readable);
};

/** The content of a worksheet, with what stands before its rows and behind them. */
export const sheetOf = (rows: string, { before = '', after = '' } = {}) =>
  `<worksheet>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`;

type Sheet = { name: string; state?: string; xml: string };

/** A workbook of these sheets, made of the minimum of parts that a reader needs and the additional ones given. */
export const workbookOf = (sheets: readonly Sheet[], more: Record<string, string> = {}, properties = '') =>
  zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="${office}">${properties}<sheets>${sheets
      .map(
        ({ name, state }, n) =>
          `<sheet name="${name}" sheetId="${n + 1}"${state ? ` state="${state}"` : ''} r:id="rId${n + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
      .map(
        (_, n) => `<Relationship Id="rId${n + 1}" Type="${office}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
    ...Object.fromEntries(sheets.map(({ xml }, n) => [`xl/worksheets/sheet${n + 1}.xml`, xml])),
    ...more,
  });

/** A workbook of one sheet with these rows. */
export const workbook = (rows: string, more: Record<string, string> = {}) =>
  workbookOf([{ name: 'S', xml: sheetOf(rows) }], more);

/** Styles of cells with these number formats, in their order. */
export const stylesOf = (...patterns: string[]): Record<string, string> => ({
  'xl/styles.xml': `<styleSheet><numFmts>${patterns
    .map(
      (pattern, n) =>
        `<numFmt numFmtId="${164 + n}" formatCode="${pattern.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"/>`,
    )
    .join('')}</numFmts><cellXfs>${patterns
    .map((_, n) => `<xf numFmtId="${164 + n}"/>`)
    .join('')}</cellXfs></styleSheet>`,
});
