import { columnName } from '@fairlead/contract/values/columns';
import { Refusal } from '../inspection/refusal.ts';
import { cellName, type Remark, refusing, saidOf, type TableRow } from './table.ts';
import { damaged } from './workbook-parts.ts';

/** The columns that a spreadsheet has (ECMA-376, part 1, 18.3.1.4; Excel's limit). */
const mostColumns = 16_384;

/** The area of a merged cell, by its first and its last cell; columns are counted from 0. */
export type Merged = { from: { row: number; column: number }; to: { row: number; column: number } };

/**
 * Gives the value of a merged cell to each row that it covers and that has something else, in its first column. What
 * lies under a merged cell is not shown: a row where it says something else is refused.
 */
export function spread(rows: readonly TableRow[], merged: readonly Merged[], remarks: Remark[]): void {
  if (merged.length === 0) return;
  const byNumber = new Map(rows.map((one) => [one.row, one]));
  const last = rows.at(-1)?.row ?? 0;
  const covered = new Map<number, Merged[]>();
  for (const area of merged) {
    const end = Math.min(area.to.row, last);
    for (let row = area.from.row; row <= end; row += 1) {
      if (!byNumber.has(row)) continue;
      const areas = covered.get(row);
      if (areas) areas.push(area);
      else covered.set(row, [area]);
    }
  }
  const refused = new Set(remarks.filter(({ refuses }) => refuses).map(({ row, column }) => `${row} ${column}`));
  const shownBy = new Map(merged.map((area) => [area, byNumber.get(area.from.row)?.cells[area.from.column] ?? '']));
  for (const [number, areas] of covered) {
    const cells = byNumber.get(number)?.cells ?? [];
    const isUnder = (column: number) =>
      areas.some(
        ({ from, to }) => from.column <= column && column <= to.column && (from.row < number || from.column < column),
      );
    const under = cells.flatMap((text, column) => (text.trim() !== '' && isUnder(column) ? [column] : []));
    const hasOwn = cells.some((text, column) => text.trim() !== '' && !isUnder(column));
    for (const area of areas) {
      const { from, to } = area;
      const value = shownBy.get(area) ?? '';
      const place = `${cellName(from.column, from.row)}:${cellName(to.column, to.row)}`;
      for (const column of under.filter((one) => one >= from.column && one <= to.column)) {
        if (cells[column] === value) continue;
        remarks.push(
          refusing(
            number,
            column,
            cells[column] ?? '',
            `says ‘${saidOf(cells[column] ?? '')}’ under the merged cell ${place}, which does not show it.`,
          ),
        );
      }
      if (!hasOwn || value.trim() === '') continue;
      if (from.row < number) {
        while (cells.length < from.column) cells.push('');
        cells[from.column] = value;
        if (refused.has(`${from.row} ${from.column}`)) {
          remarks.push(
            refusing(
              number,
              from.column,
              value,
              `is part of the merged cell ${place}, which says ${saidOf(value)} and no value.`,
            ),
          );
          continue;
        }
        remarks.push({
          row: number,
          column: from.column,
          said: saidOf(value),
          message: `Cell ${cellName(from.column, number)} is part of the merged cell ${place}, and has its value ‘${saidOf(value)}’.`,
          refuses: false,
        });
      }
      if (to.column > from.column)
        remarks.push({
          row: number,
          column: from.column,
          said: saidOf(value),
          message: `The merged cell ${place} counts for column ${columnName(from.column)} only.`,
          refuses: false,
        });
    }
  }
}

const letters = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i;

/** The column in the name of a cell, counted from 0. */
export function columnOf(name: string): number {
  return placeOf(name).column;
}

/** The row and the column in the name of a cell. @throws Refusal for no such name. */
export function placeOf(name: string): { row: number; column: number } {
  const [, column = '', row = ''] = letters.exec(name) ?? [];
  const number = [...column.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  if (number < 0 || number >= mostColumns) throw new Refusal(damaged);
  return { row: Number(row), column: number };
}

/** The area of a merged cell, such as A1:B3. */
export function rangeOf(reference: string): Merged {
  const [first = '', second = first] = reference.split(':');
  return { from: placeOf(first), to: placeOf(second) };
}
