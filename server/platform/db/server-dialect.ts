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
import { troubleLog } from '../trouble.ts';
import { DatabaseError, sqlState } from './database-error.ts';
import type { Log } from './log.ts';
import { PreparingClient } from './preparing-client.ts';
import { mayLag } from './replica-scope.ts';
import { STATEMENT_LIMIT, TRANSACTION_LIMIT } from './time-limits.ts';
import { admitConnection, admitTransaction } from './transaction-scope.ts';
import { serverTypes } from './values.ts';

/** The most connections of a running program. */
export const POOL_SIZE = 10;
/**
 * For how many milliseconds a connection is kept that nobody uses. It holds the plans of the statements that recur and
 * what the server has read of the tables: the first page of a learner costs several times as much on a new connection.
 */
const IDLE_LIMIT = 10 * 60_000;
/** A server that does not answer within this many milliseconds is reported as unreachable. */
const CONNECT_LIMIT = 10_000;

/** A replica that does not answer within this many milliseconds is left alone for a while; the primary has it all. */
const REPLICA_CONNECT_LIMIT = 2_000;
const REPLICA_PAUSE = 5_000;

type PoolOptions = {
  url: string;
  log: Log;
  statementLimit?: number;
  transactionLimit?: number;
  size?: number;
  connectLimit?: number;
};

/** A pool of connections to a PostgreSQL server. A limit of 0 milliseconds means none. */
export function serverPool({
  url,
  log,
  size = POOL_SIZE,
  connectLimit = CONNECT_LIMIT,
  ...limits
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: connectLimit,
    idleTimeoutMillis: IDLE_LIMIT,
    // what stands between may forget a connection that is silent for minutes, without a word to either end
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
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
  pool.on('connect', (client) => {
    client.on('error', report);
    // Before its first use: no plans are compiled (decision 25), and a page that is read by an index costs little more
    // than the next one of the table (the same). They are no parameters of the connection, which pgbouncer would
    // refuse.
    client.query('set jit = off; set random_page_cost = 1.1').catch(report);
  });
  return pool;
}

/** The same for a replica, which need not answer. */
export const replicaPool = (options: PoolOptions): pg.Pool =>
  serverPool({ ...options, connectLimit: REPLICA_CONNECT_LIMIT });

type Replica = { pool: pg.Pool; log: Log };

/** Kysely's dialect for a server, with the guard that rejects the root database inside open transactions. */
export class ServerDialect extends PostgresDialect {
  #pool: pg.Pool;
  #replica: Replica | undefined;

  constructor(pool: pg.Pool, replica?: Replica) {
    super({ pool });
    this.#pool = pool;
    this.#replica = replica;
  }

  override createDriver(): Driver {
    return new GuardedDriver(this.#pool, this.#replica);
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

/** A warning, since the primary has it all. */
const replicaTrouble = (log: Log) =>
  troubleLog(
    { info: (...what) => log.info(...what), error: (...what) => log.warn(...what) },
    'the replica does not answer, the primary is read instead',
  );

class GuardedDriver extends PostgresDriver {
  readonly #replica: PostgresDriver | undefined;
  readonly #trouble: ReturnType<typeof troubleLog> | undefined;
  /** When the replica may be asked again, on the clock of `performance.now()`. */
  #askReplicaFrom = 0;

  constructor(pool: pg.Pool, replica?: Replica) {
    super({ pool });
    this.#replica = replica && new PostgresDriver({ pool: replica.pool });
    this.#trouble = replica && replicaTrouble(replica.log);
  }

  override async init(...options: Parameters<PostgresDriver['init']>): Promise<void> {
    await super.init(...options);
    await this.#replica?.init(...options);
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), this.#replica?.destroy()]);
  }

  /** A connection to the replica for a read that may be old, unless there is none or it does not answer. */
  async #acquireReplica(...options: Parameters<PostgresDriver['acquireConnection']>) {
    if (!this.#replica || !mayLag() || performance.now() < this.#askReplicaFrom) return undefined;
    try {
      const connection = tellLostLink(await this.#replica.acquireConnection(...options));
      this.#trouble?.isOver();
      return connection;
    } catch (error) {
      this.#trouble?.occurred(error);
      this.#askReplicaFrom = performance.now() + REPLICA_PAUSE;
      return undefined;
    }
  }

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    admitConnection();
    const replica = await this.#acquireReplica(...options);
    if (replica) return replica;
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
