import { sql } from 'kysely';
import { z } from 'zod/mini';
import { version } from '../../settings/version.ts';
import { type Db, type Tx, transaction } from '../db/database.ts';
import { sqlState } from '../db/database-error.ts';
import { DUMP_FORMAT, tablesOf } from './dump-database.ts';

const Head = z.object({ format: z.literal(DUMP_FORMAT), migrations: z.array(z.string()) });
const Tail = z.object({ rows: z.number() });

/** An error that the person who restores can resolve, with a message of one line. */
export class CannotRestore extends Error {}

/** The size of one insert statement, in characters. */
const batchSize = 500_000;

/**
 * The migrations of the database from which a dump was made, from its first line.
 *
 * @param known the migrations of this version
 * @throws CannotRestore for a dump of a newer version
 */
export function migrationsOf(head: string, known: readonly string[]): string[] {
  const { data } = z.safeParse(Head, parseLine(head));
  if (!data?.migrations.length) throw new CannotRestore('The backup is damaged: its dump has no beginning.');
  const unknown = data.migrations.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new CannotRestore(
      `The backup was made by a newer version than ${version}, which does not know ${unknown}: install that version ` +
        '(fairlead update with its archive), then restore.',
    );
  return data.migrations;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Loads the lines of `dumpDatabase` after the head, in one transaction. The database must have the dump's own
 * migrations and no account yet. Foreign keys are checked after all rows are loaded, so the order of the rows does not
 * matter.
 *
 * @returns the number of rows
 * @throws CannotRestore when the database is in use, or the dump is cut short
 */
export function loadDatabase(db: Db, lines: AsyncIterable<string>): Promise<number> {
  return transaction(db, async (tx) => {
    if (await tx.selectFrom('account').select('id').limit(1).executeTakeFirst())
      throw new CannotRestore('There are accounts in this database: a backup is restored into an empty one.');
    const tables = await tablesOf(tx);
    const references = await takeReferences(tx);
    // rows that the migrations inserted are in the dump too
    await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(tx);
    const rows = await loadRows(tx, lines, new Set(tables));
    for (const table of tables) await setCounters(tx, table);
    for (const { table, name, definition } of references)
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`
        .execute(tx)
        .catch((error: unknown) => refuseRows(table, error));
    return rows;
  });
}

type Reference = { table: string; name: string; definition: string };

/** Drops the foreign keys until the rows are loaded. The owner of the tables may do this. */
async function takeReferences(tx: Tx): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace`.execute(tx);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx);
  const tables = await tablesOf(tx);
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
  return rows;
}

async function loadRows(tx: Tx, lines: AsyncIterable<string>, tables: ReadonlySet<string>): Promise<number> {
  const columns = new Map<string, string[]>();
  let batch = { table: '', rows: [] as string[], size: 0 };
  let count = 0;
  const flush = async () => {
    if (batch.rows.length === 0) return;
    const { table, rows } = batch;
    if (!columns.has(table)) columns.set(table, await writableColumns(tx, table));
    await insertRows(tx, table, columns.get(table) ?? [], `[${rows.join(',')}]`);
    count += rows.length;
  };
  for await (const line of lines) {
    const row = /^\["([a-z0-9_]+)",(\{.*\})\]$/s.exec(line);
    if (!row) {
      await flush();
      if (z.safeParse(Tail, parseLine(line)).data?.rows === count) return count;
      break;
    }
    const [, table = '', text = ''] = row;
    // The migrator's own tables are not among them: their content comes from the head.
    if (!tables.has(table)) throw new CannotRestore(`The backup has rows of ${table}, which is not a table here.`);
    if (table !== batch.table || batch.size > batchSize) {
      await flush();
      batch = { table, rows: [], size: 0 };
    }
    batch.rows.push(text);
    batch.size += text.length;
  }
  throw new CannotRestore(`The backup is cut short or damaged after ${count} rows.`);
}

/** The columns that the database does not compute itself. */
async function writableColumns(tx: Tx, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(tx);
  return rows.map(({ name }) => name);
}

async function insertRows(tx: Tx, table: string, columns: readonly string[], rows: string): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${list}) overriding system value
    select ${list} from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb)`
    .execute(tx)
    .catch((error: unknown) => refuseRows(table, error));
}

/** An error of class 22 or 23 means that the backup has rows which do not fit this table. */
function refuseRows(table: string, error: unknown): never {
  if (!/^2[23]/.test(sqlState(error) ?? '')) throw error;
  throw new CannotRestore(`The backup is damaged: rows of ${table} are refused (${(error as Error).message}).`, {
    cause: error,
  });
}

/** Continues the counter of each serial column after the highest value that was loaded. */
async function setCounters(tx: Tx, table: string): Promise<void> {
  await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
  const { rows } = await sql<{ name: string; sequence: string }>`
    select column_name as name, pg_get_serial_sequence(quote_ident(${table}), column_name) as sequence
    from information_schema.columns
    where table_schema = 'public' and table_name = ${table}
      and pg_get_serial_sequence(quote_ident(${table}), column_name) is not null`.execute(tx);
  for (const { name, sequence } of rows)
    await sql`select setval(${sequence}::regclass, coalesce(max(${sql.ref(name)}), 1), max(${sql.ref(name)}) is not null)
      from ${sql.table(table)}`.execute(tx);
}
