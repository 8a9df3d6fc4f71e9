import path from 'node:path';
import { CamelCasePlugin, type Dialect, Kysely, type Transaction } from 'kysely';
import { sqlState } from './database-error.ts';
import { EmbeddedDialect } from './embedded/dialect.ts';
import { EmbeddedEngine } from './embedded/engine.ts';
import type { Log } from './log.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import type { Schema } from './schema.generated.ts';
import { ServerDialect, serverPool } from './server-dialect.ts';
import { warnOfWeakWay } from './server-way.ts';
import { insideTransaction } from './transaction-scope.ts';

export { isUniqueViolation } from './database-error.ts';

/** The root database. It may not be used while the caller stands inside a transaction. */
export type Db = Kysely<Schema>;
/** An open transaction. */
export type Tx = Transaction<Schema>;
/** What a read takes. */
export type Queryable = Db | Tx;

export type DatabaseOptions = {
  /** Of a PostgreSQL server; without it the embedded database under `dataDir` is opened. */
  url?: string;
  dataDir: string;
  log: Log;
  /** Folder of SQL files, for tests of the migrator. */
  migrations?: string;
  /** Names of the only migrations to apply, so that the database stands where a backup stood. */
  only?: readonly string[];
  /** Milliseconds for one statement and for one transaction, for tests of the limits. */
  statementLimit?: number;
  transactionLimit?: number;
};

/**
 * Opens the database and brings it to the newest migration. `destroy()` closes it.
 *
 * @throws one clear line when the folder is in use, the server does not answer or a migration fails
 */
export async function openDatabase(options: DatabaseOptions): Promise<Db> {
  const { url, log, migrations = MIGRATIONS, only } = options;
  if (url !== undefined) {
    warnOfWeakWay(url, log);
    await migrateServer(url, options);
    return kysely(new ServerDialect(serverPool({ ...options, url })));
  }
  const engine = await EmbeddedEngine.open({
    ...options,
    folder: path.join(options.dataDir, 'database'),
  });
  const db = kysely<Schema>(new EmbeddedDialect(engine));
  try {
    await migrate(db as unknown as Kysely<never>, log, migrations, only);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return db;
}

/** On its own connection without limits: one that waits for another's migration must not be cut off. */
async function migrateServer(url: string, { log, migrations = MIGRATIONS, only }: DatabaseOptions): Promise<void> {
  const pool = serverPool({ url, log, size: 1, statementLimit: 0, transactionLimit: 0 });
  const db = kysely<never>(new ServerDialect(pool));
  try {
    await migrate(db, log, migrations, only);
  } finally {
    await db.destroy();
  }
}

function kysely<S>(dialect: Dialect): Kysely<S> {
  // jsonb comes back as it was written: its keys are data, not columns
  return new Kysely<S>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] });
}

/** serialization_failure and deadlock_detected: PostgreSQL asks the client to try again. */
const TRY_AGAIN = new Set(['40001', '40P01']);
const ATTEMPTS = 3;

/**
 * Runs `work` in a transaction: all of it is kept, or nothing when it throws. The only way to open one. Inside, hand
 * `tx` on; the root database throws. `work` may run again when the server asks for it, so it does nothing that a
 * rollback could not undo.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await insideTransaction(() => db.transaction().execute(work));
    } catch (error) {
      if (attempt === ATTEMPTS || !TRY_AGAIN.has(sqlState(error) ?? '')) throw error;
    }
  }
}
