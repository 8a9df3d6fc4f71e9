import { sql } from 'kysely';
import { type Db, type Tx, transaction } from '../db/database.ts';

/** Of the form below; a later one that reads differently gets another number. */
export const DUMP_FORMAT = 1;

/** Rows that one statement fetches: some 100 kB, so that neither engine nor program holds much. */
const rowsAtOnce = 500;

/** Tables of the migrator: what they hold is written into the head instead. */
const isOurs = sql`table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely\\_%'`;

/**
 * Writes every row of the database, as it stood at one moment, as lines of JSON that either engine can load:
 * a head `{format, migrations}`, then `["table", {row}]` for each row, and last `{rows}`, without which a dump is not
 * whole. The rows are PostgreSQL's own JSON and are never parsed here, so no number or moment loses a digit.
 *
 * On the embedded engine other callers wait until it is done.
 *
 * @param write takes some whole lines; the dump waits for it
 * @returns the number of rows
 */
export function dumpDatabase(db: Db, write: (lines: string) => Promise<void>): Promise<number> {
  return transaction(db, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    await write(`${JSON.stringify({ format: DUMP_FORMAT, migrations: await appliedMigrations(tx) })}\n`);
    let rows = 0;
    for (const table of await tablesOf(tx)) rows += await dumpTable(tx, table, write);
    await write(`${JSON.stringify({ rows })}\n`);
    return rows;
  });
}

async function appliedMigrations(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(tx);
  return rows.map(({ name }) => name);
}

/** The tables that a backup holds, by name. */
export async function tablesOf(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where ${isOurs} order by table_name`.execute(tx);
  return rows.map(({ name }) => name);
}

async function dumpTable(tx: Tx, table: string, write: (lines: string) => Promise<void>): Promise<number> {
  await sql`declare backup no scroll cursor for select to_jsonb(t)::text as line from ${sql.table(table)} t`.execute(
    tx,
  );
  const head = `[${JSON.stringify(table)},`;
  let count = 0;
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(rowsAtOnce))} from backup`.execute(tx);
    if (rows.length > 0) await write(rows.map(({ line }) => `${head}${line}]\n`).join(''));
    count += rows.length;
    if (rows.length < rowsAtOnce) break;
  }
  await sql`close backup`.execute(tx);
  return count;
}
