import { columnName } from '@fairlead/contract/values/columns';
import { Refusal } from '../inspection/refusal.ts';
import { columnOf, type Merged, rangeOf, spread } from './merged-cells.ts';
import { type NumberFormat, shownNumber } from './shown-number.ts';
import { cellName, errorRemark, isSheetError, most, type Remark, refusing, type TableRow, tooWide } from './table.ts';
import { damaged, isOn, type ReadPart, unescaped } from './workbook-parts.ts';

/** What the cells of a sheet refer to. */
type Workbook = {
  has1904: boolean;
  strings: readonly string[];
  /** The number format of each style of a cell. */
  formats: readonly NumberFormat[];
  /** The styles that cross out what they show. */
  crossedOut: ReadonlySet<number>;
};

/** More merged cells than any list that is kept by hand. */
const mostMerged = 20_000;

type Cell = { type: string; style: number; value: string | undefined; text: string; hasFormula: boolean };

/** Reads the rows of a sheet: see `readWorkbook`. */
export async function readSheetRows(
  read: ReadPart,
  path: string,
  workbook: Workbook,
): Promise<{ rows: TableRow[]; remarks: Remark[] }> {
  const rows: TableRow[] = [];
  const remarks: Remark[] = [];
  const merged: Merged[] = [];
  const hiddenRows: number[] = [];
  const crossedOut = new Map<number, number[]>();
  const hiddenColumns: [number, number][] = [];
  const numbers = new Set<number>();
  let [row, column, isFiltered, isDrawnOn] = [0, -1, false, false];
  let current: TableRow | undefined;
  let cell: Cell | undefined;
  let within = '';
  let reading = 0;

  function begin(attributes: Record<string, string>): void {
    row = attributes.r === undefined ? row + 1 : Number(attributes.r);
    column = -1;
    if (!Number.isInteger(row) || row < 1) throw new Refusal(damaged);
    if (numbers.has(row)) throw new Refusal(`This workbook has row ${row} twice. Open it, and save it again.`);
    numbers.add(row);
    current = { row, cells: [] };
    if (isOn(attributes.hidden)) hiddenRows.push(row);
  }

  function end({ type, style, value, text, hasFormula }: Cell): void {
    if (!current) return;
    const shown = shownIn({ type, style, value, text, hasFormula });
    if (typeof shown !== 'string') remarks.push(shown);
    const said = typeof shown === 'string' ? shown : shown.said;
    // a row of which nothing can be used is one all the same
    if (said.trim() === '' && typeof shown === 'string') return;
    if (column >= most.columns) throw new Refusal(tooWide(row));
    current.cells[column] = said;
    if (workbook.crossedOut.has(style)) crossedOut.set(row, [...(crossedOut.get(row) ?? []), column]);
  }

  function shownIn({ type, style, value, text, hasFormula }: Cell): string | Remark {
    const isEmpty = value === undefined || (value === '' && type !== 'str');
    if (hasFormula && isEmpty && text === '')
      return refusing(
        row,
        column,
        '',
        'has a formula without its result. Open the list in a spreadsheet and save it again.',
      );
    if (type === 'inlineStr') return textOr(unescaped(text));
    if (isEmpty) return '';
    switch (type) {
      case 's': {
        const shared = workbook.strings[Number(value)];
        if (shared === undefined) throw new Refusal(damaged);
        return textOr(shared);
      }
      case 'e':
        return errorRemark(row, column, value || '#VALUE!');
      case 'b':
        return isOn(value) ? 'TRUE' : 'FALSE';
      case 'str':
        return textOr(unescaped(value));
      case 'd':
        return value.replace(/T00:00(?::00(?:\.0{1,9})?)?Z?$/, '').replace('T', ' ');
      default: {
        const format = workbook.formats[style] ?? { pattern: 'General', kind: 'general' };
        const shown = shownNumber(value, format, workbook.has1904);
        return 'text' in shown ? shown.text : refusing(row, column, value, shown.refused);
      }
    }
  }
  const textOr = (text: string) => (isSheetError(text.trim()) ? errorRemark(row, column, text.trim()) : text);

  const isThere = await read(path, {
    open(name, attributes) {
      if (name === 'row') begin(attributes);
      else if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        if (current && column in current.cells)
          throw new Refusal(`This workbook has cell ${cellName(column, row)} twice. Open it, and save it again.`);
        cell = {
          type: attributes.t ?? 'n',
          style: Number(attributes.s ?? 0),
          value: undefined,
          text: '',
          hasFormula: false,
        };
      } else if (cell && name === 'f') cell.hasFormula = true;
      else if (name === 'v' && cell) {
        cell.value = '';
        within = 'v';
      } else if (name === 'rPh') reading += 1;
      else if (name === 't' && reading === 0) within = 't';
      else if (name === 'autoFilter') isFiltered = true;
      else if (name === 'drawing') isDrawnOn = true;
      else if (name === 'col' && isOn(attributes.hidden))
        hiddenColumns.push([Number(attributes.min) - 1, Number(attributes.max) - 1]);
      else if (name === 'mergeCell') merged.push(rangeOf(attributes.ref ?? ''));
    },
    text(piece) {
      if (!cell) return;
      if (within === 'v') cell.value += piece;
      else if (within === 't') cell.text += piece;
    },
    close(name) {
      if (name === 'v' || name === 't') within = '';
      else if (name === 'rPh') reading -= 1;
      else if (name === 'c' && cell) {
        end(cell);
        cell = undefined;
      } else if (name === 'row' && current) {
        rows.push(current);
        current = undefined;
      }
    },
  });
  if (!isThere) throw new Refusal(damaged);
  rows.sort((a, b) => a.row - b.row);
  for (const one of rows) one.cells = Array.from(one.cells, (text) => text ?? '');
  if (merged.length > mostMerged) throw new Refusal('This workbook has too many merged cells. Save the list as CSV.');
  spread(rows, merged, remarks);
  const why = isFiltered ? 'by a filter of the sheet' : 'in the sheet';
  const aboutRow = (number: number, message: string): Remark => ({
    row: number,
    column: null,
    said: '',
    message,
    refuses: false,
  });
  for (const number of hiddenRows)
    remarks.push(aboutRow(number, `Row ${number} is hidden ${why}, and is read all the same.`));
  for (const [number, columns] of crossedOut) {
    const places = columns.map((one) => cellName(one, number)).join(', ');
    remarks.push(
      aboutRow(
        number,
        `${places} ${columns.length === 1 ? 'is' : 'are'} crossed out in the sheet, and read all the same.`,
      ),
    );
  }
  if (isDrawnOn) {
    const message = 'The sheet has pictures, charts or text boxes, which are not read.';
    remarks.push({ row: null, column: null, said: '', message, refuses: false });
  }
  remarks.push(...hiddenColumns.flatMap(([min, max]) => hiddenRemarks(min, max, rows)));
  return { rows, remarks };
}

/** The remarks about hidden columns that have values. */
function hiddenRemarks(min: number, max: number, rows: readonly TableRow[]): Remark[] {
  const widest = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const columns = Array.from({ length: Math.max(0, Math.min(max + 1, widest) - min) }, (_, n) => min + n);
  return columns
    .filter((column) => rows.some(({ cells }) => cells[column]?.trim()))
    .map((column) => ({
      row: null,
      column,
      said: '',
      message: `Column ${columnName(column)} is hidden in the sheet, and is read all the same.`,
      refuses: false,
    }));
}
