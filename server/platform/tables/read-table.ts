import { badFile } from '../files/bad-file.ts';
import type { Incoming } from '../files/files.ts';
import { inspect } from '../files/inspection.ts';
import { Refusal } from '../files/refusal.ts';
import type { TableRow } from './table-inspection.ts';

export type { TableRow } from './table-inspection.ts';

/**
 * Reads a received table, CSV or XLSX, in a thread of its own whose memory is bounded. At most 20,000 rows below the
 * titles; empty ones are left out.
 *
 * @throws AppError `bad-file` for what is no table, is broken or too large.
 */
export function readTable(incoming: Incoming): Promise<TableRow[]> {
  return inspect('table', incoming.path).catch((error: unknown) => {
    throw error instanceof Refusal ? badFile(incoming, error.message, error) : error;
  });
}

/** The columns of a table: what each is called in it, the usual name first. */
export type Columns<K extends string> = Readonly<Record<K, readonly [string, ...string[]]>>;

/** A row by its columns; a cell that is not there is empty. */
export type NamedRow<K extends string> = { row: number; values: Record<K, string> };

/** Titles are compared by their letters and figures alone: 'E-Mail' is 'email'. */
const plain = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Reads a received table whose first row has the titles of its columns, in any order; columns of other names are left
 * alone.
 *
 * @param optional columns that may be missing.
 * @throws AppError `bad-file` as `readTable`, and for missing columns, which it names.
 */
export async function readNamedRows<K extends string>(
  incoming: Incoming,
  columns: Columns<K>,
  optional: readonly K[] = [],
): Promise<NamedRow<K>[]> {
  const [titles, ...rows] = await readTable(incoming);
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
  return rows.map(({ row, cells }) => ({
    row,
    values: Object.fromEntries(
      places.map(([key, place]) => [key, (place === undefined ? undefined : cells[place]) ?? '']),
    ) as Record<K, string>,
  }));
}
