import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { admitConnection, admitTransaction, isMigrating } from '../transaction-scope.ts';
import { parameterText, parserOf } from '../values.ts';
import type { EmbeddedEngine } from './engine.ts';
import type { Outcome } from './messages.ts';
import type { EmbeddedTransaction } from './transaction.ts';

/**
 * Kysely dialect for the embedded engine. Kysely's own dialect for PGlite is not used for two reasons. Its `begin`
 * never returns when the engine fails at that moment. And it takes its lock before the check for an open transaction,
 * so that using the root database inside one would hang instead of throwing.
 */
export class EmbeddedDialect implements Dialect {
  #engine: EmbeddedEngine;

  constructor(engine: EmbeddedEngine) {
    this.#engine = engine;
  }

  createDriver(): Driver {
    return new EmbeddedDriver(this.#engine);
  }

  // its advisory lock is harmless on one connection
  createAdapter(): DialectAdapter {
    return new PostgresAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler();
  }
}

/** A migration may take long: an index on a million rows took 21 s. */
const MIGRATION_LIMIT = 60 * 60_000;

class EmbeddedDriver implements Driver {
  #engine: EmbeddedEngine;

  constructor(engine: EmbeddedEngine) {
    this.#engine = engine;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    admitConnection();
    return new EmbeddedConnection(this.#engine);
  }

  async beginTransaction(connection: EmbeddedConnection, settings: TransactionSettings): Promise<void> {
    admitTransaction();
    await connection.begin(settings);
  }

  async commitTransaction(connection: EmbeddedConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#engine.close();
  }
}

class EmbeddedConnection implements DatabaseConnection {
  #engine: EmbeddedEngine;
  #transaction: EmbeddedTransaction | undefined;

  constructor(engine: EmbeddedEngine) {
    this.#engine = engine;
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const command = ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
      .filter(Boolean)
      .join(' ');
    const limits = isMigrating() ? { statement: MIGRATION_LIMIT, whole: MIGRATION_LIMIT } : {};
    this.#transaction = await this.#engine.begin(command, limits);
  }

  async commit(): Promise<void> {
    const kept = await this.#transaction?.commit();
    this.#transaction = undefined;
    if (!kept) throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    await this.#transaction?.rollback();
    this.#transaction = undefined;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const parameters = query.parameters.map(parameterText);
    const limit = isMigrating() ? MIGRATION_LIMIT : undefined;
    try {
      const outcome = this.#transaction
        ? await this.#transaction.query(query.sql, parameters)
        : await this.#engine.query(query.sql, parameters, limit);
      return resultOf<R>(outcome);
    } catch (error) {
      // the error was created from a message of the thread; the caller's stack is more useful
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: one connection cannot stream while others wait for it
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not offered: read page by page instead.');
  }
}

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function resultOf<R>({ command, affectedRows, fields, rows }: Outcome): QueryResult<R> {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  const objects = rows.map((row) => {
    const object: Record<string, unknown> = {};
    columns.forEach(({ name, parse }, index) => {
      const text = row[index];
      object[name] = text === null || text === undefined ? null : parse(text);
    });
    return object as R;
  });
  return WRITES.has(command) ? { rows: objects, numAffectedRows: BigInt(affectedRows) } : { rows: objects };
}
