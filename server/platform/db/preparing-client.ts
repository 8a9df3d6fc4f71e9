import { createHash } from 'node:crypto';
import pg from 'pg';
import { sqlState } from './database-error.ts';
import { isWorthPreparing } from './recurring-statements.ts';

/** Each takes some 30 kB of the server's memory in every connection; the program has some hundred that recur. */
const mostPrepared = 150;
/** The texts that a connection remembers, to see which recur. */
const mostSeen = 1000;

/** A text without values may be several statements, which cannot be prepared; this one is a single one. */
const surelyOne = /^\s*select\b[^;]*$/;

/** The error code of PostgreSQL after a migration has changed the columns of a prepared statement. */
const planIsOutdated = '0A000';

/**
 * A connection that prepares statements when they recur: planning them again took two thirds of the database's time
 * for a small read. A statement is prepared under a name when it runs for the second time on this connection, so the
 * way to the server must keep a connection for one client: a pooler in session mode does. The name is a digest of the
 * statement: with a pooler in another mode a call fails, and never runs what another client has prepared.
 */
export class PreparingClient extends pg.Client {
  #seen = new Set<string>();
  #names = new Map<string, string>();
  /** Raised when the prepared statements are outdated, which gives each of them another name. */
  #generation = 0;

  // pg.Client has a signature for each way to ask; only Kysely's, a text with values, is changed
  override query(...asked: unknown[]): never {
    const ask = super.query as unknown as (...args: unknown[]) => unknown;
    const [text, values, callback] = asked;
    const isPlain = typeof text === 'string' && Array.isArray(values) && callback === undefined;
    const name = isPlain && (values.length > 0 || surelyOne.test(text)) ? this.#nameOf(text) : undefined;
    if (name === undefined) return ask.apply(this, asked) as never;
    const answer = ask.call(this, { name, text, values }) as Promise<unknown>;
    return answer.catch((error: unknown) => {
      if (sqlState(error) !== planIsOutdated) throw error;
      // new names from here on; the old ones end with the connection
      this.#names.clear();
      this.#seen.clear();
      this.#generation += 1;
      // a transaction has failed with the statement, and is begun again by the one who opened it
      if (this.getTransactionStatus() !== 'I') throw error;
      return ask.call(this, text, values);
    }) as never;
  }

  #nameOf(sql: string): string | undefined {
    const name = this.#names.get(sql);
    if (name !== undefined) return name;
    if (this.#names.size >= mostPrepared || !isWorthPreparing(sql)) return undefined;
    if (!this.#seen.has(sql)) {
      // otherwise texts that never recur would keep out all later ones
      if (this.#seen.size >= mostSeen) this.#seen.clear();
      this.#seen.add(sql);
      return undefined;
    }
    this.#seen.delete(sql);
    const given = `kept_${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}_${this.#generation}`;
    this.#names.set(sql, given);
    return given;
  }
}
