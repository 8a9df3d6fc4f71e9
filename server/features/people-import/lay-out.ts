import { createHash } from 'node:crypto';
import type { ImportMeaning } from '@fairlead/contract/people-import/calls';
import { findHeadings, type Headings, plainHeading } from '../../platform/tables/headings.ts';
import { cellName, type Remark, refusing, saidOf, type Table, type TableRow } from '../../platform/tables/table.ts';
import { beginsAnother, calledColumn, importColumns, insteadColumns, isOfAnother, mayBeOfAnother } from './columns.ts';
import type { DateOrders, DoubtfulDates } from './date-orders.ts';

/** How a list is read: its sheet, the column of each meaning, and what staff have to choose. It is stored. */
export type Layout = Headings<ImportMeaning> & {
  sheet: string | null;
  otherSheets: Table['otherSheets'];
  dateOrders: DateOrders;
  /** Set once the rows are read. */
  doubtful?: DoubtfulDates;
  remarks: string[];
};

/** A remark about a row. @property isCorrection whether it says what a cell said before staff corrected it. */
export type RowRemark = Remark & { isCorrection?: true };
/** A row of a list, with the remarks about it. */
export type ListRow = TableRow & { remarks: RowRemark[] };

/**
 * Finds out how a list of people is to be read: its headings, the rows below them, and what is to be known of either.
 */
export function layOut({ sheet, otherSheets, rows, remarks }: Table): { layout: Layout; list: ListRow[] } {
  const headings = findHeadings({ rows }, importColumns, {
    instead: insteadColumns,
    isOfAnother,
    beginsAnother,
    mayBeOfAnother,
  });
  const about: string[] = [];
  const list: ListRow[] = [];
  const remarksOf = Map.groupBy(remarks, ({ row }) => row);
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const titles = Array.from({ length: width }, (_, column) => headings.titles[column] ?? '');
  const plainTitles = headings.titles.map(plainHeading);
  for (const { row, cells } of rows) {
    if (row < headings.row)
      about.push(`Row ${row} (‘${saidOf(cells.find(Boolean) ?? '')}’) stands above the headings, and is not read.`);
    else if (
      row > headings.row &&
      cells.length > 0 &&
      cells.every((cell, n) => plainHeading(cell) === plainTitles[n])
    ) {
      about.push(`Row ${row} repeats the headings, and is left out.`);
    } else if (row > headings.row) {
      const found = remarksOf.get(row) ?? [];
      list.push({ row, cells, remarks: sheet === null ? [...found, ...tooMany(row, cells, headings.titles)] : found });
    }
  }
  about.push(...remarks.flatMap(({ row, message }) => (row === null || row <= headings.row ? [message] : [])));
  const layout: Layout = { ...headings, titles, sheet, otherSheets, dateOrders: {}, remarks: about };
  return { layout: { ...layout, columns: asOneName(layout.columns) }, list };
}

/** In a text file, a cell behind the last heading means that a comma stands within an earlier one. */
const tooMany = (row: number, cells: readonly string[], titles: readonly string[]): Remark[] =>
  cells.length <= titles.length
    ? []
    : [
        {
          row,
          column: null,
          said: saidOf(cells[titles.length] ?? ''),
          message: `Row ${row} has more cells than there are headings (‘${saidOf(cells[titles.length] ?? '')}’ behind the last one), so that they may be in the wrong columns.`,
          refuses: true,
        },
      ];

/** A column Name beside one of last names has the first names, and beside one of first names the last names. */
export function asOneName({ name, ...columns }: Layout['columns']): Layout['columns'] {
  if (name === undefined) return columns;
  if (columns.lastName !== undefined && columns.firstName === undefined) return { ...columns, firstName: name };
  if (columns.firstName !== undefined && columns.lastName === undefined) return { ...columns, lastName: name };
  return { ...columns, name };
}

/** The columns without which no list can be read: one of each group. */
const needed: readonly (readonly ImportMeaning[])[] = [['email'], ['mobile'], ['name', 'firstName', 'lastName']];

/** The meanings that a list has to have and that have no column. */
export const missingIn = ({ columns, doubts }: Pick<Layout, 'columns' | 'doubts'>): ImportMeaning[] =>
  needed.flatMap((group) =>
    group.some((one) => columns[one] !== undefined || doubts.some(({ key }) => key === one))
      ? []
      : [group[0] as ImportMeaning],
  );

/** Whether a list has columns with headings that are not used, of which staff can choose one. */
export const hasUnused = ({ titles, columns }: Layout): boolean => {
  const used = new Set(Object.values(columns));
  return titles.some((title, column) => title !== '' && !used.has(column));
};

/** The layout with a doubt for each meaning that is missing. */
export const withMissing = (layout: Layout): Layout => ({
  ...layout,
  doubts: [
    ...layout.doubts,
    ...missingIn(layout).map((key) => ({
      key,
      columns: [],
      message: `No heading is understood as ${calledColumn(key)}.`,
    })),
  ],
});

/** What identifies lists with the same headings, in their order; columns behind the last heading do not count. */
export function digestOf(titles: readonly string[]): string {
  const plain = titles.map((title) => title.normalize('NFKC').trim().toLowerCase());
  const headings = plain.slice(0, plain.findLastIndex((title) => title !== '') + 1);
  return createHash('sha256').update(JSON.stringify(headings)).digest('hex');
}

/** A row's values by their meaning, and its remarks, as far as they are about columns that are used. */
export function valuesIn({ columns, titles }: Layout, { row, cells, remarks }: ListRow) {
  const cellOf = (meaning: ImportMeaning) => cells[columns[meaning] ?? -1] ?? '';
  const values = Object.fromEntries(
    Object.keys(importColumns).map((key) => [key, cellOf(key as ImportMeaning)]),
  ) as Record<ImportMeaning, string>;
  const used = new Set(Object.values(columns));
  const about = remarks.filter(({ column, refuses }) => !refuses || column === null || used.has(column));
  const mixed = surnameFirst(titles[columns.name ?? -1] ?? '', values.name);
  if (mixed === undefined) about.push(commaMissing(row, columns.name ?? 0, values.name));
  return {
    row,
    values: { ...values, name: mixed ?? values.name, ...withoutOther(values, columns, titles) },
    remarks: about,
  };
}

const commaMissing = (row: number, column: number, said: string): Remark =>
  refusing(row, column, said, `says ‘${saidOf(said)}’. Write a comma between the last and the first names.`);

/** A name below a heading such as 'Surname, Name', with its comma; undefined where its place cannot be told. */
function surnameFirst(title: string, name: string): string | undefined {
  if (!/^(surname|family|last)/.test(plainHeading(title)) || name === '' || name.includes(',')) return name;
  const words = name.split(/\s+/);
  return words.length === 2 ? words.join(', ') : undefined;
}

/** First names without the last name, where a column Name has both; and the other way round. */
function withoutOther(
  { firstName, lastName }: Record<ImportMeaning, string>,
  columns: Layout['columns'],
  titles: readonly string[],
) {
  const isName = (column: number | undefined) =>
    plainHeading(titles[column ?? -1] ?? '').endsWith('name') &&
    /^(full)?name/.test(plainHeading(titles[column ?? -1] ?? ''));
  const [first, last] = [firstName.trim(), lastName.trim()];
  if (first === '' || last === '') return {};
  if (isName(columns.firstName) && first.toLowerCase().endsWith(` ${last.toLowerCase()}`)) {
    return { firstName: first.slice(0, -last.length).trim() };
  }
  if (isName(columns.lastName) && last.toLowerCase().startsWith(`${first.toLowerCase()} `)) {
    return { lastName: last.slice(first.length).trim() };
  }
  return {};
}

/** A cell as sentences name it, with its heading: F7 (Course). */
export const placeOf = (titles: readonly string[], row: number, column: number): string =>
  titles[column] ? `${cellName(column, row)} (${saidOf(titles[column])})` : cellName(column, row);
