import path from 'node:path';
import { DatabaseError } from '../database-error.ts';
import type { Log } from '../log.ts';
import { STATEMENT_LIMIT, TRANSACTION_LIMIT } from '../time-limits.ts';
import { DatabaseThread, type Failure } from './database-thread.ts';
import { lockFolder } from './folder-lock.ts';
import { type Maintenance, maintain } from './maintenance.ts';
import type { Outcome } from './messages.ts';
import { EmbeddedTransaction } from './transaction.ts';
import { Turns } from './turns.ts';

export type EngineOptions = {
  /** The database's own folder; created if missing. */
  folder: string;
  log: Log;
  statementLimit?: number;
  transactionLimit?: number;
  /** The most bytes of the answer to a statement. */
  answerBytes?: number;
  /** Milliseconds between two attempts to open a database that fails to open. */
  pause?: number;
  /** Is called when another thread opens the database: this one may be kept busy until then. */
  onOpening?: (() => void) | undefined;
};

type Options = Required<Omit<EngineOptions, 'onOpening'>> & Pick<EngineOptions, 'onOpening'>;

/**
 * After more restarts than this within a minute, the engine pauses before the next: the cause, such as a full disk,
 * lasts.
 */
const RESTARTS_A_MINUTE = 3;
/** Long enough not to burden the machine, and no longer than a person waits before trying again. */
const PAUSE = 5_000;
/** The program reads in pages whatever may be long; a backup reads 500 rows at a time, some with a table in them. */
const ANSWER_BYTES = 256 * 2 ** 20;

/**
 * The embedded database: one thread, one connection, and one folder that is locked for this process. A thread that
 * fails or hangs is replaced. Operations that were running then are rejected with 57P01; they were not committed unless
 * the commit was acknowledged. While the database cannot be opened, for example on a full disk, operations are rejected
 * with 57P03, and the open is retried every few seconds for as long as the program runs.
 */
export class EmbeddedEngine {
  #options: Options;
  #fsyncs = new SharedArrayBuffer(8);
  #turns = new Turns();
  #unlock: () => void;
  /** The current thread; rejects with 57P03 while there is none. */
  #thread: Promise<DatabaseThread>;
  #restarts: number[] = [];
  #nextTry: NodeJS.Timeout | undefined;
  #state: 'open' | 'closing' | 'closed' = 'open';
  #closed: Promise<void> | undefined;
  #maintenance: Maintenance | undefined;

  private constructor(options: Options, unlock: () => void) {
    this.#options = options;
    this.#unlock = unlock;
    this.#thread = this.#start();
  }

  /** Opens the database in `folder`. @throws when another process has it open, or when it fails to open */
  static async open(options: EngineOptions): Promise<EmbeddedEngine> {
    const folder = path.resolve(options.folder);
    const unlock = lockFolder(folder);
    const limits = {
      statementLimit: STATEMENT_LIMIT,
      transactionLimit: TRANSACTION_LIMIT,
      pause: PAUSE,
      answerBytes: ANSWER_BYTES,
    };
    const engine = new EmbeddedEngine({ ...limits, ...options, folder }, unlock);
    try {
      await engine.#thread;
    } catch (error) {
      unlock();
      throw error;
    }
    engine.#maintenance = maintain((sql, limit) => engine.#alone(sql, limit), options.log);
    return engine;
  }

  /** The use of its one connection. */
  get use() {
    const { waiting, running } = this.#turns.use;
    return { used: Math.min(1, running), idle: running === 0 ? 1 : 0, waiting };
  }

  /** How many times the database has called fsync. */
  get fsyncs(): number {
    return Number(new BigInt64Array(this.#fsyncs)[0]);
  }

  /**
   * Runs one statement outside a transaction; several when there are no parameters.
   *
   * @param limit milliseconds that it may run
   */
  async query(sql: string, parameters: (string | null)[], limit = this.#options.statementLimit): Promise<Outcome> {
    this.#assertOpen();
    this.#maintenance?.noteUse();
    const release = await this.#turns.take('statement');
    try {
      const thread = await this.#thread;
      return await thread.call({ kind: 'query', sql, parameters }, limit);
    } finally {
      release();
    }
  }

  /**
   * Opens a transaction, which has the connection for itself until it ends. BEGIN is sent with its first statement.
   *
   * @param command BEGIN with its options
   * @param limits milliseconds for one statement and for the whole transaction
   */
  async begin(command: string, limits: { statement?: number; whole?: number } = {}): Promise<EmbeddedTransaction> {
    this.#assertOpen();
    this.#maintenance?.noteUse();
    const release = await this.#turns.take('exclusive');
    try {
      const thread = await this.#thread;
      const statementLimit = limits.statement ?? this.#options.statementLimit;
      const transactionLimit = limits.whole ?? this.#options.transactionLimit;
      return new EmbeddedTransaction(command, thread, { statementLimit, transactionLimit }, this.#options.log, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Waits for running operations, writes a last checkpoint, closes the files and unlocks the folder. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#maintenance?.stop();
    this.#state = 'closing';
    const release = await this.#turns.take('exclusive');
    clearTimeout(this.#nextTry);
    try {
      const thread = await this.#thread.catch(() => undefined);
      this.#state = 'closed';
      await thread?.call({ kind: 'close' }, this.#options.statementLimit);
      await thread?.stop();
    } finally {
      release();
      this.#unlock();
    }
  }

  async #alone(sql: string, limit: number): Promise<Outcome> {
    const release = await this.#turns.take('exclusive');
    try {
      return await (await this.#thread).call({ kind: 'query', sql, parameters: [] }, limit);
    } finally {
      release();
    }
  }

  #start(): Promise<DatabaseThread> {
    const { folder, answerBytes } = this.#options;
    const data = { folder, answerBytes, fsyncs: this.#fsyncs };
    const { log, onOpening } = this.#options;
    return DatabaseThread.start(data, log, (failure) => this.#replace(failure), onOpening);
  }

  #replace({ reason, gone }: Failure): void {
    if (this.#state === 'closed') return;
    const now = performance.now();
    this.#restarts = [...this.#restarts.filter((time) => now - time < 60_000), now];
    this.#options.log.error({ err: reason }, 'the embedded database failed and is opened again');
    const help = this.#restarts.length <= RESTARTS_A_MINUTE;
    this.#thread = gone.then(() => (help ? this.#start() : Promise.reject(reason))).catch(this.#leaveForLater);
    // callers get the rejection; there may be none
    this.#thread.catch(() => {});
  }

  /** Rejects operations for now, and opens the database again after a pause. */
  #leaveForLater = (reason: unknown): never => {
    if (this.#state === 'open') {
      this.#options.log.error({ err: reason }, 'the embedded database does not open, and is tried again');
      this.#nextTry = setTimeout(() => {
        this.#thread = this.#start().catch(this.#leaveForLater);
        this.#thread.catch(() => {});
      }, this.#options.pause);
    }
    const away = new DatabaseError('The embedded database does not open for now.', { code: '57P03' });
    away.cause = reason;
    throw away;
  };

  #assertOpen(): void {
    if (this.#state === 'closing' || this.#state === 'closed')
      throw new DatabaseError('The database is closed.', { code: '57P03' });
  }
}
