import { Refusal } from '../inspection/refusal.ts';
import { placeOf } from './merged-cells.ts';
import { readSheetRows } from './sheet-rows.ts';
import { type NumberFormat, numberFormatOf } from './shown-number.ts';
import { cellName, type Remark, saidOf, type Table, type TableRow } from './table.ts';
import { isOn, openParts, type ReadPart, unescaped } from './workbook-parts.ts';

/**
 * Reads a sheet of an Excel workbook (ECMA-376, part 1): what its cells show, with the stored results of its formulas,
 * and a remark for everything that it does not show, or that is no value.
 *
 * @param sheet the name of the sheet, in any capitals; the first one that is shown if it is left out.
 * @throws Refusal for a workbook that is damaged, too large, of another kind, or without such a sheet.
 */
export async function readWorkbook(bytes: Buffer, sheet?: string): Promise<Table> {
  const read = await openParts(bytes);
  const { sheets, has1904, path } = await sheetsOf(read);
  const chosen = chosenOf(sheets, sheet);
  const strings = await stringsOf(read, path.strings);
  const { formats, crossedOut } = await stylesOf(read, path.styles);
  const { rows, remarks } = await readSheetRows(read, chosen.path, { has1904, strings, formats, crossedOut });
  remarks.push(...(await commentsOf(read, chosen.path, rows)));
  return {
    sheet: chosen.name,
    otherSheets: sheets.filter((sheet) => sheet !== chosen).map(({ name, isHidden }) => ({ name, isHidden })),
    rows,
    remarks,
  };
}

type Sheet = { name: string; isHidden: boolean; path: string };

function chosenOf(sheets: readonly Sheet[], wanted: string | undefined): Sheet {
  const [first] = sheets;
  if (!first) throw new Refusal('This workbook has no sheet with cells.');
  const plain = (name: string) => name.trim().toLowerCase();
  const chosen = sheets.find(({ name, isHidden }) =>
    wanted === undefined ? !isHidden : plain(name) === plain(wanted),
  );
  if (chosen) return chosen;
  if (wanted === undefined)
    throw new Refusal('Every sheet of this workbook is hidden. Show the one with the list and save it again.');
  const names = sheets.map(({ name }) => `‘${saidOf(name)}’`).join(', ');
  throw new Refusal(`This workbook has no sheet ‘${saidOf(wanted)}’; it has ${names}.`);
}

/** The sheets with cells in their order, and where strings and styles are, as the relationships say. */
async function sheetsOf(read: ReadPart) {
  const document = [...(await relationsOf(read, '_rels/.rels', '')).values()].find(
    ({ kind }) => kind === 'officeDocument',
  );
  const workbook = document?.path ?? 'xl/workbook.xml';
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1);
  const relations = await relationsOf(read, `${folder}_rels/${workbook.slice(folder.length)}.rels`, folder);
  const sheets: Sheet[] = [];
  let has1904 = false;
  const isThere = await read(workbook, {
    open(name, attributes) {
      if (name === 'workbookPr') has1904 = isOn(attributes.date1904);
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      const target = relations.get(id);
      // sheets of charts and of macros have no cells
      if (target?.kind !== 'worksheet') return;
      sheets.push({
        name: attributes.name ?? '',
        isHidden: attributes.state === 'hidden' || attributes.state === 'veryHidden',
        path: target.path,
      });
    },
  });
  if (!isThere) throw new Refusal('This file is damaged; please save or export it again.');
  const pathOf = (kind: string) => [...relations.values()].find((one) => one.kind === kind)?.path;
  return {
    sheets,
    has1904,
    path: {
      strings: pathOf('sharedStrings') ?? `${folder}sharedStrings.xml`,
      styles: pathOf('styles') ?? `${folder}styles.xml`,
    },
  };
}

/** What a part refers to, by its id: its kind, the last word of its type, and its path. */
async function relationsOf(read: ReadPart, path: string, folder: string) {
  const found = new Map<string, { kind: string; path: string }>();
  await read(path, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return;
      const target = new URL(Target, `file:///${folder}`).pathname.slice(1);
      found.set(Id, { kind: Type.slice(Type.lastIndexOf('/') + 1), path: decodeURI(target) });
    },
  });
  return found;
}

/** Remarks on the comments of cells, old and threaded ones, which are no values. */
async function commentsOf(read: ReadPart, sheet: string, rows: readonly TableRow[]): Promise<Remark[]> {
  const folder = sheet.slice(0, sheet.lastIndexOf('/') + 1);
  const relations = await relationsOf(read, `${folder}_rels/${sheet.slice(folder.length)}.rels`, folder);
  const remarks: Remark[] = [];
  const filled = new Set(rows.flatMap(({ row, cells }) => (cells.some((cell) => cell.trim() !== '') ? [row] : [])));
  let [place, text, isText] = ['', '', false];
  for (const { kind, path } of relations.values()) {
    if (kind !== 'comments' && kind !== 'threadedComment') continue;
    await read(path, {
      open(name, { ref = '' }) {
        if (name === 'comment' || name === 'threadedComment') [place, text] = [ref, ''];
        isText = name === 't' || name === 'text';
      },
      text: (piece) => {
        if (isText) text += piece;
      },
      close(name) {
        isText = false;
        if (name !== 'comment' && name !== 'threadedComment') return;
        const { row, column } = placeOf(place);
        const said = saidOf(text.replace(/\s+/g, ' ').trim());
        const message = `Cell ${cellName(column, row)} has the comment ‘${said}’, which is left out.`;
        // an empty row is not there
        remarks.push({ row: filled.has(row) ? row : null, column, said, message, refuses: false });
      },
    });
  }
  return remarks;
}

/** The strings that cells share, without the readings of East Asian ones. */
async function stringsOf(read: ReadPart, path: string): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let reading = 0;
  await read(path, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') reading += 1;
      else if (name === 't') isText = reading === 0;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') reading -= 1;
      else if (name === 'si') strings.push(unescaped(text));
    },
  });
  return strings;
}

/** The number format of each style of a cell, and those in a font that is crossed out. */
async function stylesOf(read: ReadPart, path: string) {
  const own = new Map<number, string>();
  const known = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  const crossedFonts = new Set<number>();
  const crossedOut = new Set<number>();
  let [fonts, within] = [0, ''];
  const formatOf = (id: number): NumberFormat => {
    const format = known.get(id) ?? numberFormatOf(id, own.get(id));
    known.set(id, format);
    return format;
  };
  await read(path, {
    open(name, attributes) {
      if (name === 'numFmt' && within === '') own.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      else if (name === 'fonts' || name === 'cellXfs' || name === 'dxfs') within = name;
      else if (name === 'font' && within === 'fonts') fonts += 1;
      else if (name === 'strike' && within === 'fonts' && isOn(attributes.val, true)) crossedFonts.add(fonts - 1);
      else if (name === 'xf' && within === 'cellXfs') {
        if (crossedFonts.has(Number(attributes.fontId ?? 0))) crossedOut.add(formats.length);
        formats.push(formatOf(Number(attributes.numFmtId ?? 0)));
      }
    },
    close(name) {
      if (name === within) within = '';
    },
  });
  return { formats, crossedOut };
}
