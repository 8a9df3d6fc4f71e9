import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Condition } from '../db/condition.ts';
import type { Tx } from '../db/database.ts';
import type { Schema } from '../db/schema.generated.ts';

/** An email address of a person; what comes from before `since`, or from `until` on, is another person's. */
export type Address = { email: string; since: Date | null; until: Date | null };

/** The person whose rows are meant, with all their email addresses, and the time of the operation; see `personOf`. */
export type Person = { accountId: string; addresses: readonly Address[]; now: Date };

/** The condition for a row that is tied to an address alone: it has one of the person, and is from their time. */
export function isUnderAddressOf(
  { addresses }: Person,
  { email, at }: { email: Expression<string | null>; at: Expression<Date> },
): Condition {
  const e = expressionBuilder<Schema>();
  return e.or(
    addresses.map((one) =>
      e.and([
        e(email, '=', one.email),
        ...(one.since ? [e(at, '>=', one.since)] : []),
        ...(one.until ? [e(at, '<', one.until)] : []),
      ]),
    ),
  );
}

/**
 * Writes down which rows lose content, in the transaction in which they do: the rows by their id, with these columns as
 * they were before.
 */
export type ErasureRecord = {
  columns: readonly string[];
  write: (tx: Tx, before: readonly Record<string, unknown>[]) => Promise<void>;
};

/** How a person's rows in a table are erased. Rows that are neither deleted nor changed stay. */
type Erasure = {
  /** All of them, or those that match this condition. */
  deletes?: 'all' | Condition;
  /** The columns to set in the rows that stay, and the condition for which rows. */
  changes?: (person: Person) => { set: RawBuilder<unknown>; where?: Condition };
  /** For a table in which a change must be recorded. */
  recorded?: ErasureRecord;
  /** Why some data stays, for readers of the list. */
  keeps?: string;
};

/** How a row belongs to a person: by a column that refers to the account, or to a row of theirs. */
type Tie = { column: string; of?: PersonalTable } | { columns: readonly string[]; rows: (person: Person) => Condition };

/** A table with personal data, as its feature declares it in `personal-tables.ts`. */
export type PersonalTable = {
  table: string;
  /** The name of the table's data in the person's copy; unique. */
  called: string;
  tie: Tie;
  /** Columns left out of the person's copy: secrets, and data about other people. */
  withheld?: readonly string[];
  /** An expression for the person's copy of a row, where its columns are not enough. */
  gives?: RawBuilder<unknown>;
  erasure: Erasure;
};

/** A table whose rows belong to a person by their account, and are deleted with it. */
export const goesWithAccount = (table: string, called: string, withheld: readonly string[] = []): PersonalTable => ({
  table,
  called,
  withheld,
  tie: { column: 'account_id' },
  erasure: { deletes: 'all' },
});

/**
 * Columns that record where something was done from. They are cleared after their retention period, while the row
 * stays.
 */
export type Traces = {
  table: string;
  /** The column with the time from which a row's traces are kept. */
  at: string;
  columns: readonly string[];
  /** Columns that are cleared together with them. */
  with?: readonly string[];
  /** For a table in which this must be recorded. */
  recorded?: ErasureRecord;
};

/**
 * Columns that name the staff member who acted. They record the work of staff and are not data about the person of the
 * row.
 */
export type StaffColumns = Readonly<Record<string, readonly string[]>>;

/** The columns by which a table's rows belong to a person. */
export const tyingColumns = ({ tie }: PersonalTable): readonly string[] =>
  'column' in tie ? [tie.column] : tie.columns;

/**
 * Whether its rows are found by an email address alone, such as messages of the contact page. A person who has not
 * verified the address may not be their author.
 */
export const isByEmail = ({ tie }: PersonalTable): boolean =>
  'column' in tie ? tie.of !== undefined && isByEmail(tie.of) : tie.columns.includes('email');

/** The condition for a row of the table to belong to the person. */
export function isOf(person: Person, { table, tie }: PersonalTable): Condition {
  if ('rows' in tie) return tie.rows(person);
  const e = expressionBuilder<Schema>();
  const column = sql.ref<string>(`${table}.${tie.column}`);
  if (!tie.of) return e(column, '=', person.accountId);
  return e(column, 'in', sql<string>`(select id from ${sql.table(tie.of.table)} where ${isOf(person, tie.of)})`);
}
