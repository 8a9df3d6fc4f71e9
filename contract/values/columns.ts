/** The name of a column, counted from 0, in a spreadsheet: A, B … Z, AA. */
export const columnName = (column: number): string =>
  (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));
