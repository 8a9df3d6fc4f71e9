import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { currentTrace } from '../trace.ts';
import { DatabaseError, sqlState } from './database-error.ts';
import type { Log } from './log.ts';
import { PreparingClient } from './preparing-client.ts';
import { STATEMENT_LIMIT, TRANSACTION_LIMIT } from './time-limits.ts';
import { admitConnection, admitTransaction } from './transaction-scope.ts';
import { serverTypes } from './values.ts';

/** The most connections of a running program. */
export const POOL_SIZE = 10;
/** A server that does not answer within this many milliseconds is reported as unreachable. */
const CONNECT_LIMIT = 10_000;

type PoolOptions = { url: string; log: Log; statementLimit?: number; transactionLimit?: number; size?: number };

/** A pool of connections to a PostgreSQL server. A limit of 0 milliseconds means none. */
export function serverPool({ url, log, size = POOL_SIZE, ...limits }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_LIMIT,
    statement_timeout: limits.statementLimit ?? STATEMENT_LIMIT,
    idle_in_transaction_session_timeout: limits.transactionLimit ?? TRANSACTION_LIMIT,
    application_name: 'fairlead',
    types: serverTypes,
    Client: PreparingClient,
  });
  const report = (err: Error) => {
    // end() does not wait until the server has closed, and errors of a connection after that do not matter
    if (!pool.ending) log.warn({ err }, 'a connection to the database server was lost');
  };
  pool.on('error', report);
  // the pool removes its own listener while a connection is checked out, and an unhandled error ends the process
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}

/** Kysely's dialect for a server, with the guard that rejects the root database inside open transactions. */
export class ServerDialect extends PostgresDialect {
  #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new GuardedDriver({ pool: this.#pool });
  }
}

/** SQLSTATEs of the SQL standard: a connection cannot be established, and a connection was lost. */
const cannotConnect = '08001';
const connectionLost = '08006';

/**
 * Converts an error of the driver to the one that the database itself would have reported. The driver's errors about
 * connections have an errno of the system, or only a message. A bug of the program (TypeError and the like) is left
 * unchanged.
 */
function withSqlState(error: unknown, code: string): unknown {
  const isOurs = error instanceof TypeError || error instanceof RangeError;
  if (!(error instanceof Error) || isOurs || sqlState(error) !== undefined) return error;
  // a host name with several IP addresses fails with one error for each, and no message of its own
  const reason = error.message || ('code' in error ? String(error.code) : error.name);
  const lost = new DatabaseError(`The database server does not answer: ${reason}`, { code });
  lost.cause = error;
  return lost;
}

const telling = new WeakSet<DatabaseConnection>();

/** The driver keeps one object for each connection, so each is wrapped only once. */
function tellLostLink(connection: DatabaseConnection): DatabaseConnection {
  if (telling.has(connection)) return connection;
  telling.add(connection);
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = (...query) =>
    execute<never>(...query).catch((error: unknown) => {
      throw withSqlState(error, connectionLost);
    });
  return connection;
}

class GuardedDriver extends PostgresDriver {
  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    admitConnection();
    const connection = await super.acquireConnection(...options).catch((error: unknown) => {
      throw withSqlState(error, cannotConnect);
    });
    return tellLostLink(connection);
  }

  /**
   * Begins a transaction, and tells the server its trace as the application's name in the same message: in
   * pg_stat_activity and, with %a in log_line_prefix, in the server's log. It ends with the transaction.
   */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    admitTransaction();
    const trace = currentTrace();
    if (trace === undefined || settings.isolationLevel || settings.accessMode)
      await super.beginTransaction(connection, settings);
    else await connection.executeQuery(CompiledQuery.raw(`begin; set local application_name = 'fairlead ${trace}'`));
  }
}
