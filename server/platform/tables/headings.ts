import { columnName } from '@fairlead/contract/values/columns';
import { saidOf, type Table, type TableRow } from './table.ts';

/** The accepted headings of each column, the usual one first. */
export type Columns<K extends string> = Readonly<Record<K, readonly [string, ...string[]]>>;

/** A column that cannot be told, or that is missing; `columns` are those that it may be. */
type Doubt<K extends string> = { key: K; columns: number[]; message: string };

/** Which columns of a table have which meaning. */
export type Headings<K extends string> = {
  /** The row with the headings. */
  row: number;
  titles: string[];
  columns: Partial<Record<K, number>>;
  doubts: Doubt<K>[];
};

/** Headings are compared by their letters and digits only: 'E-Mail' equals 'email'. */
export const plainHeading = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A column as sentences name it: C ‘E-mail’. */
const titledColumn = (titles: readonly string[], column: number): string =>
  `${columnName(column)} ‘${saidOf(titles[column] ?? '')}’`;

/** The rows in which the headings may stand, below the name of a ship or a title. */
const mostAbove = 20;

type Options<K extends string> = {
  /** Headings that count where no other column has their meaning: Phone beside Mobile. */
  instead: Partial<Columns<K>>;
  /** Whether a heading is about another person than its row, as one of next of kin is. */
  isOfAnother: (title: string) => boolean;
  /** Whether the columns behind a heading may be about another person, and which ones of them. */
  beginsAnother: (title: string) => boolean;
  mayBeOfAnother: readonly K[];
};

/**
 * Finds the columns of a table by its headings: in the first rows, the one with the most headings that are known.
 * Columns that say the same in every row count as one. Two columns of one meaning that differ are a doubt, and so is
 * one that may be about another person; neither gets a column.
 */
export function findHeadings<K extends string>(
  { rows }: Pick<Table, 'rows'>,
  columns: Columns<K>,
  options: Options<K>,
): Headings<K> {
  const known = knownIn(columns);
  const instead = knownIn(options.instead as Columns<K>);
  const keyOf = (title: string) => (options.isOfAnother(title) ? undefined : meaningOf(title, known));
  const counted = rows
    .slice(0, mostAbove)
    .map(({ cells }) => new Set(cells.flatMap((title) => keyOf(title) ?? [])).size);
  const at = Math.max(0, counted.indexOf(Math.max(...counted)));
  const head = rows[at];
  const titles = head?.cells ?? [];
  const body = rows.slice(at + 1);
  const found: Headings<K> = { row: head?.row ?? 1, titles: [...titles], columns: {}, doubts: [] };
  // a heading may stand above those of its group
  const groups = rows.slice(0, at + 1).map(({ cells }) => cells.findIndex((title) => options.beginsAnother(title)));
  const another = Math.min(...groups.filter((column) => column !== -1), titles.length);
  for (const key of Object.keys(columns) as K[]) {
    const own = titles.flatMap((title, column) => (keyOf(title) === key ? [column] : []));
    const others = titles.flatMap((title, column) =>
      !options.isOfAnother(title) && meaningOf(title, instead) === key ? [column] : [],
    );
    const all = distinctColumns(own.length > 0 ? own : others, body);
    const [first] = all;
    if (first === undefined) continue;
    const message = doubtOf(titles, all, options.mayBeOfAnother.includes(key) ? another : titles.length);
    if (message === undefined) found.columns[key] = first;
    else found.doubts.push({ key, columns: all, message });
  }
  return found;
}

function doubtOf(titles: readonly string[], columns: readonly number[], another: number): string | undefined {
  const named = columns.map((column) => titledColumn(titles, column)).join(' and ');
  if (columns.length > 1) return `Columns ${named} have the same meaning.`;
  const [column = -1] = columns;
  if (column < another) return undefined;
  return `Column ${named} stands behind the column of a next of kin, ${columnName(another)}, and may be theirs.`;
}

const knownIn = <K extends string>(columns: Columns<K>): ReadonlyMap<string, K> =>
  new Map((Object.keys(columns) as K[]).flatMap((key) => columns[key].map((title) => [plainHeading(title), key])));

/** The meaning of a heading: as it stands, without what it has in brackets, or where all of its parts mean the same. */
function meaningOf<K extends string>(title: string, known: ReadonlyMap<string, K>): K | undefined {
  const short = title.slice(0, 200);
  const whole =
    known.get(plainHeading(short)) ?? known.get(plainHeading(short.replace(/[([][^()[\]]{0,100}[)\]]/g, ' ')));
  if (whole !== undefined) return whole;
  const parts = short.split(/[/|\n]/).map((part) => known.get(plainHeading(part)));
  return parts.length > 1 && parts.every((part) => part === parts[0]) ? parts[0] : undefined;
}

/** Columns without those that are empty, or that say in every row what the first of them says. */
function distinctColumns(columns: readonly number[], rows: readonly TableRow[]): number[] {
  if (columns.length < 2) return [...columns];
  const filled = columns.filter((column) => rows.some(({ cells }) => cells[column]));
  const [first] = filled;
  if (first === undefined) return columns.slice(0, 1);
  const differs = (column: number) => rows.some(({ cells }) => cells[column] && cells[column] !== (cells[first] ?? ''));
  return filled.filter((column) => column === first || differs(column));
}
