import { columnName } from '@fairlead/contract/values/columns';

/** A row that is not empty: its number as a spreadsheet shows it, from 1, and its cells as text. */
export type TableRow = { row: number; cells: string[] };

/** Something in a table that is not taken as it stands. */
export type Remark = {
  /** The row as a spreadsheet numbers it; null for a remark about a whole column, or the file. */
  row: number | null;
  /** The column, counted from 0; null for a remark about a whole row, or the file. */
  column: number | null;
  /** What the file says there, cut short. */
  said: string;
  /** Where it is and what becomes of it, as sentences. */
  message: string;
  /** Whether the value cannot be used, so that nothing may be made of its row. */
  refuses: boolean;
};

/** A table as it was read: every value that a file has is in its rows, or has a remark. */
export type Table = {
  /** The sheet that was read; null for a text file. */
  sheet: string | null;
  /** The other sheets of the workbook. */
  otherSheets: { name: string; isHidden: boolean }[];
  rows: TableRow[];
  remarks: Remark[];
};

/** More than any list that is kept by hand; texts are measured in characters. */
export const most = { rows: 20_001, columns: 100, characters: 10_000, inAll: 16_000_000, remarks: 50_000 } as const;

export const tooWide = (row: number): string => `Row ${row} has more than ${most.columns} columns.`;

/** A cell as a spreadsheet names it: F7. */
export const cellName = (column: number, row: number): string => `${columnName(column)}${row}`;

/**
 * What spreadsheets write where there is no value: errors (ECMA-376, part 1, 18.18.11, and what Excel has added since),
 * those of LibreOffice and Google Sheets, and the signs of a column that is too narrow for its number.
 */
const errors =
  /^(?:#(?:N\/A|REF!|VALUE!|NAME\?|NUM!|DIV\/0!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|PYTHON!|EXTERNAL!|TIMEOUT!|ERROR!|GETTING_DATA)|Err:\d{3}|#{3,255})$/i;

/** Whether a text is an error of a spreadsheet. */
export const isSheetError = (text: string): boolean => text.length < 256 && errors.test(text);

const shown = 60;
/** A value as sentences quote it. */
export const saidOf = (text: string): string => (text.length > shown ? `${text.slice(0, shown)}…` : text);

/** The remark about a cell that cannot be used. */
export const refusing = (row: number, column: number, said: string, why: string): Remark => ({
  row,
  column,
  said: saidOf(said),
  message: `Cell ${cellName(column, row)} ${why}`,
  refuses: true,
});

/** The remark about a cell that is an error. */
export const errorRemark = (row: number, column: number, error: string): Remark =>
  refusing(
    row,
    column,
    error,
    /^#{3,}$/.test(error)
      ? 'says ####: its column was too narrow for the value. Make it wider and save the list again.'
      : `says ${error}, which is an error and no value.`,
  );
