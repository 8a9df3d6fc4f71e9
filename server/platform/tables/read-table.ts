import { badFile } from '../files/bad-file.ts';
import type { Incoming } from '../files/files.ts';
import { fairTurns } from '../inspection/fair-turns.ts';
import { inspector } from '../inspection/inspection.ts';
import { Refusal } from '../inspection/refusal.ts';
import type { Remark, Table } from './table.ts';

/** The place in which tables are inspected, and other files that only staff send. */
export const tableTurns = fairTurns(1, 'tables');

const inspectTable = inspector<Table>(new URL('./table-inspection.ts', import.meta.url), {
  turns: tableTurns,
  bounds: { seconds: 15, megabytes: 512 },
});

/**
 * Reads an uploaded table, CSV or XLSX, in a process with limited memory. At most 20,000 rows below the titles;
 * empty rows are left out. What is not taken as it stands has a remark.
 *
 * @throws AppError `bad-file` for a file that is not a table, is broken or is too large.
 */
export function readTable(incoming: Incoming): Promise<Table> {
  return inspectTable(incoming.path).catch((error: unknown) => {
    throw error instanceof Refusal ? badFile(incoming, error.message, error) : error;
  });
}

/** The accepted titles of each column, the usual one first. */
export type Columns<K extends string> = Readonly<Record<K, readonly [string, ...string[]]>>;

/** A row's values by column, a missing cell being an empty string, and the remarks about them. */
export type NamedRow<K extends string> = { row: number; values: Record<K, string>; remarks: Remark[] };

/** Titles are compared by their letters and digits only: 'E-Mail' equals 'email'. */
const plain = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Reads an uploaded table whose first row has the column titles, in any order. Columns with other titles are ignored.
 *
 * @param optional columns that may be missing.
 * @throws AppError `bad-file` as `readTable`, and for missing columns, which it names.
 */
export async function readNamedRows<K extends string>(
  incoming: Incoming,
  columns: Columns<K>,
  optional: readonly K[] = [],
): Promise<NamedRow<K>[]> {
  const { rows: all, remarks } = await readTable(incoming);
  const [titles, ...rows] = all;
  const keys = Object.keys(columns) as K[];
  const titled = new Map((titles?.cells ?? []).map((title, place) => [plain(title), place]));
  const placeOf = (key: K) => columns[key].map((name) => titled.get(plain(name))).find((place) => place !== undefined);
  const places = keys.map((key) => [key, placeOf(key)] as const);
  const missing = keys.filter((key) => placeOf(key) === undefined && !optional.includes(key));
  if (missing.length > 0) {
    throw badFile(
      incoming,
      `The first row must name the columns; there is none called ${missing.map((key) => columns[key][0]).join(', ')}.`,
    );
  }
  const used = new Set(places.map(([, place]) => place));
  const remarksOf = Map.groupBy(remarks, ({ row }) => row);
  return rows.map(({ row, cells }) => ({
    row,
    values: Object.fromEntries(
      places.map(([key, place]) => [key, (place === undefined ? undefined : cells[place]) ?? '']),
    ) as Record<K, string>,
    remarks: (remarksOf.get(row) ?? []).filter(({ column }) => column === null || used.has(column)),
  }));
}
