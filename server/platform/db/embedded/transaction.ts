import { DatabaseError } from '../database-error.ts';
import type { Log } from '../log.ts';
import type { DatabaseThread } from './database-thread.ts';
import type { Outcome } from './messages.ts';
import type { Release } from './turns.ts';

/**
 * An open transaction of the embedded database. It ends by `commit`, by `rollback`, or at its time limit. Its BEGIN is
 * sent with its first statement, which saves a round trip to the database thread.
 */
export class EmbeddedTransaction {
  #thread: DatabaseThread;
  #statementLimit: number;
  #release: Release;
  #deadline: NodeJS.Timeout;
  #over: DatabaseError | undefined;
  /** Undefined once it has been sent. */
  #begin: string | undefined;

  /** @param begin BEGIN with its options */
  constructor(
    begin: string,
    thread: DatabaseThread,
    limits: { statementLimit: number; transactionLimit: number },
    log: Log,
    release: Release,
  ) {
    this.#begin = begin;
    this.#thread = thread;
    this.#statementLimit = limits.statementLimit;
    this.#release = release;
    this.#deadline = setTimeout(() => {
      const message = `A transaction was rolled back because it stayed open for ${limits.transactionLimit} ms.`;
      log.error({ limit: limits.transactionLimit }, message);
      // PostgreSQL's own code for a transaction timeout
      this.#end('rollback', new DatabaseError(message, { code: '25P04' })).catch((error: unknown) =>
        log.error({ err: error }, 'a transaction that took too long could not be rolled back'),
      );
    }, limits.transactionLimit).unref();
  }

  /**
   * Runs one statement in the transaction; several when there are no parameters. @throws when the transaction is over
   */
  async query(sql: string, parameters: (string | null)[]): Promise<Outcome> {
    if (this.#over) throw this.#over;
    const begin = this.#begin;
    this.#begin = undefined;
    const first = begin !== undefined && { begin };
    return await this.#thread.call({ kind: 'query', sql, parameters, ...first }, this.#statementLimit);
  }

  /**
   * @returns whether the transaction was committed; PostgreSQL answers COMMIT with ROLLBACK when a statement had failed
   * @throws when the transaction is over, or when the database failed before it had answered
   */
  async commit(): Promise<boolean> {
    if (this.#over) throw this.#over;
    const outcome = await this.#end('commit', ended());
    return outcome === undefined || outcome.command === 'COMMIT';
  }

  /**
   * Rolls the transaction back; does nothing when it is over already. When the database failed, its uncommitted work is
   * gone: an error here would only hide why, such as a statement that was stopped at its time limit.
   */
  async rollback(): Promise<void> {
    if (this.#over) return;
    await this.#end('rollback', ended()).catch((error: unknown) => {
      if (!(error instanceof DatabaseError && error.code === '57P01')) throw error;
    });
  }

  /** Returns undefined for a transaction without statements, which never began. */
  async #end(command: 'commit' | 'rollback', reason: DatabaseError): Promise<Outcome | undefined> {
    this.#over = reason;
    clearTimeout(this.#deadline);
    try {
      if (this.#begin !== undefined) return undefined;
      return await this.#thread.call({ kind: 'query', sql: command, parameters: [] }, this.#statementLimit);
    } finally {
      this.#release();
    }
  }
}

const ended = () => new DatabaseError('The transaction has ended already.', { code: '25P01' });
