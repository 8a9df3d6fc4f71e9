import { sql } from 'kysely';
import { type Db, type Tx, transaction } from '../db/database.ts';

/** The version of the format below. A change that older programs cannot read gets another number. */
export const DUMP_FORMAT = 1;

/** Rows fetched by one statement: about 100 kB, so that neither the engine nor the program needs much memory. */
const rowsAtOnce = 500;

/** The program's own tables. The migrator's tables are left out: their content is in the head of the dump. */
const isOurs = sql`table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely\\_%'`;

/**
 * Dumps every row of the database, from one snapshot, as lines of JSON that either engine can load: a head `{format,
 * migrations}`, then `["table", {row}]` for each row, and last `{rows}`, without which a dump is incomplete. The rows
 * are PostgreSQL's own JSON and are never parsed here, so numbers and timestamps keep full precision.
 *
 * On the embedded engine, other callers wait until it is done.
 *
 * @param write receives some complete lines; the dump waits for it
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

/** The names of the tables in a backup, sorted. */
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
