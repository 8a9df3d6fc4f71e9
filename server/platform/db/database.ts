import {
  CamelCasePlugin,
  type Dialect,
  Kysely,
  type LogEvent,
  type PluginTransformResultArgs,
  type QueryResult,
  type Transaction,
  type UnknownRow,
} from 'kysely';
import { sqlState } from './database-error.ts';
import { EmbeddedDialect } from './embedded/dialect.ts';
import { EmbeddedEngine } from './embedded/engine.ts';
import { databaseFolder } from './embedded/place.ts';
import type { Log } from './log.ts';
import { MIGRATIONS, type MigrateOptions, migrate } from './migrate.ts';
import { onPrimary } from './replica-scope.ts';
import type { Schema } from './schema.generated.ts';
import { replicaPool, ServerDialect, serverPool } from './server-dialect.ts';
import { warnOfWeakWay } from './server-way.ts';
import { insideTransaction } from './transaction-scope.ts';
import { whyNotOpened } from './why-not-opened.ts';

export { isUniqueViolation } from './database-error.ts';

/** The root database. It must not be used inside a transaction. */
export type Db = Kysely<Schema>;
/** An open transaction. */
export type Tx = Transaction<Schema>;
/** The argument of a function that only reads. */
export type Queryable = Db | Tx;

export type DatabaseOptions = {
  /** The URL of a PostgreSQL server; without it, the embedded database under `dataDir` is opened. */
  url?: string | undefined;
  /** The URL of a replica of that server, for `onReplica`. */
  replicaUrl?: string;
  dataDir: string;
  log: Log;
  /** Folder of SQL files, for tests of the migrator. */
  migrations?: string | undefined;
  /** Looks at the database before it is migrated; what it throws leaves the database as it was. */
  inspect?: (db: Kysely<never>) => Promise<void>;
  /** Limits in milliseconds for one statement and for one transaction; for tests of the limits. */
  statementLimit?: number;
  transactionLimit?: number;
  /** Is told each statement; for tests that count them. */
  onStatement?: (sql: string) => void;
  /** Is called when the embedded database is being opened by its thread, or a server is asked. */
  onOpening?: () => void;
} & MigrateOptions;

/** Connections that carry out a statement or a transaction, those that are free, and the calls that wait for one. */
type Connections = { used: number; idle: number; waiting: number };

const connections = new WeakMap<Db, () => Connections>();

/** The use of the connections of a database that `openDatabase` has opened; undefined for any other. */
export const connectionsOf = (db: Db): Connections | undefined => connections.get(db)?.();

/**
 * Opens the database and applies all pending migrations. `destroy()` closes it.
 *
 * @throws one clear line when the folder is in use, the server does not answer or a migration fails
 */
export async function openDatabase(options: DatabaseOptions): Promise<Db> {
  const { url, replicaUrl, log, migrations = MIGRATIONS, inspect, onStatement } = options;
  if (url !== undefined) {
    warnOfWeakWay(url, log);
    options.onOpening?.();
    await migrateServer(url, options);
    const pool = serverPool({ ...options, url });
    const replica = replicaUrl === undefined ? undefined : replicaPool({ ...options, url: replicaUrl });
    const db = kysely<Schema>(new ServerDialect(pool, replica && { pool: replica, log }), onStatement);
    connections.set(db, () => {
      const { totalCount, idleCount, waitingCount } = pool;
      return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    });
    return db;
  }
  const engine = await EmbeddedEngine.open({
    ...options,
    folder: databaseFolder(options.dataDir),
  });
  const db = kysely<Schema>(new EmbeddedDialect(engine), onStatement);
  connections.set(db, () => engine.use);
  try {
    await inspect?.(db as unknown as Kysely<never>);
    await migrate(db as unknown as Kysely<never>, log, migrations, options);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return db;
}

/** Connects to the database of a server as it is: nothing is migrated. `destroy()` ends the connection. */
export const connectAsIs = (url: string, log: Log): Db =>
  kysely<Schema>(new ServerDialect(serverPool({ url, log, size: 1 })));

/**
 * Migrates on its own connection without time limits: a program that waits for another's migration must not be cut off.
 */
async function migrateServer(
  url: string,
  { log, migrations = MIGRATIONS, inspect, ...options }: DatabaseOptions,
): Promise<void> {
  const pool = serverPool({ url, log, size: 1, statementLimit: 0, transactionLimit: 0 });
  const db = kysely<never>(new ServerDialect(pool));
  try {
    await inspect?.(db);
    await migrate(db, log, migrations, options);
  } catch (error) {
    const why = await whyNotOpened(error, db, url);
    throw why === undefined ? error : new Error(why, { cause: error });
  } finally {
    await db.destroy();
  }
}

/** Looks at a database on a server and leaves it as it is. */
export async function lookAtServer<T>(url: string, log: Log, look: (db: Kysely<never>) => Promise<T>): Promise<T> {
  const db = kysely<never>(new ServerDialect(serverPool({ url, log, size: 1 })));
  try {
    return await look(db);
  } finally {
    await db.destroy();
  }
}

/** Kysely's plugin looks into every value and up every name, row by row; the rows of a result have the same names. */
class ColumnNames extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows;
    if (!first) return result;
    const names = Object.keys(first).map((name) => [name, this.camelCase(name)] as const);
    const rows = result.rows.map((row) => {
      const named: UnknownRow = {};
      for (const [name, ours] of names) named[ours] = row[name];
      return named;
    });
    return { ...result, rows };
  }
}

/**
 * The names of columns in the program; jsonb values come back as they were written: their keys are data, not columns.
 */
export const columnNames = new ColumnNames({ maintainNestedObjectKeys: true });

function kysely<S>(dialect: Dialect, onStatement?: (sql: string) => void): Kysely<S> {
  const log = onStatement && (({ query }: LogEvent) => onStatement(query.sql));
  return new Kysely<S>({ dialect, plugins: [columnNames], ...(log && { log }) });
}

/**
 * serialization_failure and deadlock_detected: PostgreSQL asks the client to retry. feature_not_supported, of a
 * prepared statement whose columns a migration has changed: the connection prepares it again.
 */
const TRY_AGAIN = new Set(['40001', '40P01', '0A000']);
const ATTEMPTS = 3;

const commitActs = new WeakMap<Tx, (() => void)[]>();

/**
 * Has `act` called after the commit of a transaction, before `transaction` returns; never after a rollback.
 *
 * @throws when `tx` is not the one that `transaction` has passed to its work
 */
export function onCommit(tx: Tx, act: () => void): void {
  const acts = commitActs.get(tx);
  if (!acts) throw new Error('Pass on the tx of transaction(db, tx => …).');
  acts.push(act);
}

/**
 * Runs `work` in a transaction and commits it, or rolls it back when `work` throws. This is the only way to open a
 * transaction. Inside, pass `tx` on; the root database throws. `work` may run again when the server asks for a retry,
 * so it must have no effect that a rollback cannot undo.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const acts: (() => void)[] = [];
    let result: T;
    try {
      result = await insideTransaction(() =>
        onPrimary(() =>
          db.transaction().execute((tx) => {
            commitActs.set(tx, acts);
            return work(tx);
          }),
        ),
      );
    } catch (error) {
      if (attempt === ATTEMPTS || !TRY_AGAIN.has(sqlState(error) ?? '')) throw error;
      continue;
    }
    for (const act of acts) act();
    return result;
  }
}
