import {
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { DatabaseError, sqlState } from './database-error.ts';
import { STATEMENT_LIMIT, TRANSACTION_LIMIT } from './limits.ts';
import type { Log } from './log.ts';
import { admitConnection, admitTransaction } from './transaction-scope.ts';
import { serverTypes } from './values.ts';

const POOL_SIZE = 10;
/** A server that does not answer within this many milliseconds is reported as not there. */
const CONNECT_LIMIT = 10_000;

type PoolOptions = { url: string; log: Log; statementLimit?: number; transactionLimit?: number; size?: number };

/** Connections to a PostgreSQL server. A limit of 0 milliseconds means none. */
export function serverPool({ url, log, size = POOL_SIZE, ...limits }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_LIMIT,
    statement_timeout: limits.statementLimit ?? STATEMENT_LIMIT,
    idle_in_transaction_session_timeout: limits.transactionLimit ?? TRANSACTION_LIMIT,
    application_name: 'fairlead',
    types: serverTypes,
  });
  const report = (err: Error) => {
    // end() does not wait until the server has let go, and what happens to a connection after that is nobody's news
    if (!pool.ending) log.warn({ err }, 'a connection to the database server was lost');
  };
  pool.on('error', report);
  // the pool takes its own listener off while a connection is lent, and an error nobody listens to ends the process
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}

/** Kysely on a server, with the guard that keeps the root database out of open transactions. */
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

/** SQLSTATEs of the SQL standard: no connection can be made, and one that was there is lost. */
const cannotConnect = '08001';
const connectionLost = '08006';

/**
 * An error of the driver as the database itself would have reported it: what the driver says of its connections comes
 * with an errno of the system, or with nothing but words. A fault of the program (TypeError and the like) is left alone.
 */
function withSqlState(error: unknown, code: string): unknown {
  const isOurs = error instanceof TypeError || error instanceof RangeError;
  if (!(error instanceof Error) || isOurs || sqlState(error) !== undefined) return error;
  // an address with several hosts behind it fails with an error for each, and no words of its own
  const reason = error.message || ('code' in error ? String(error.code) : error.name);
  const lost = new DatabaseError(`The database server does not answer: ${reason}`, { code });
  lost.cause = error;
  return lost;
}

const telling = new WeakSet<DatabaseConnection>();

/** The driver keeps one object for each connection, so that this is done to each once. */
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

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    admitTransaction();
    await super.beginTransaction(connection, settings);
  }
}
