import { type RawBuilder, sql } from 'kysely';

/** Whose rows are meant, and the moment of what is done with them. */
export type Person = { accountId: string; email: string; now: Date };

/** What becomes of a person's rows in a table when they are erased; rows that are neither deleted nor changed stay. */
export type Erasure = {
  /** All of them, or those for which this is true. */
  deletes?: 'all' | RawBuilder<boolean>;
  /** What is set in those that stay, and in which of them. */
  changes?: (person: Person) => { set: RawBuilder<unknown>; where?: RawBuilder<boolean> };
  /** Why something stays, for readers of the list. */
  keeps?: string;
};

/** What ties a row to a person: a column with the key of the account, or of a row that is theirs. */
type Tie =
  | { column: string; of?: PersonalTable }
  | { columns: readonly string[]; rows: (person: Person) => RawBuilder<boolean> };

/** A table that holds something about persons, as its feature declares it in `personal-data.ts`. */
export type PersonalTable = {
  table: string;
  /** What a person finds it under in their copy; unique. */
  called: string;
  tie: Tie;
  /** Columns that the person is not given: what opens something, and what is about others. */
  withheld?: readonly string[];
  /** What is given of a row, where its columns do not say it. */
  gives?: RawBuilder<unknown>;
  erasure: Erasure;
};

/** A table whose rows are a person's by their account, and go with them. */
export const goesWithAccount = (table: string, called: string, withheld: readonly string[] = []): PersonalTable => ({
  ...{ table, called, withheld },
  tie: { column: 'account_id' },
  erasure: { deletes: 'all' },
});

/**
 * Where something was done from: columns of a table that are emptied when their time is over, while the row stays.
 */
export type Traces = {
  table: string;
  /** The column that says since when a row's traces are kept. */
  at: string;
  columns: readonly string[];
  /** What is emptied with them. */
  with?: readonly string[];
};

/** Columns that name whoever of the staff did something: their work, and no data about the person of the row. */
export type StaffColumns = Readonly<Record<string, readonly string[]>>;

/** The columns by which a table's rows are tied to a person. */
export const tyingColumns = ({ tie }: PersonalTable): readonly string[] =>
  'column' in tie ? [tie.column] : tie.columns;

/** The condition under which a row of the table is the person's. */
export function isOf(person: Person, { table, tie }: PersonalTable): RawBuilder<boolean> {
  if ('rows' in tie) return tie.rows(person);
  const column = sql.ref(`${table}.${tie.column}`);
  if (!tie.of) return sql<boolean>`${column} = ${person.accountId}`;
  return sql<boolean>`${column} in (select id from ${sql.table(tie.of.table)} where ${isOf(person, tie.of)})`;
}
