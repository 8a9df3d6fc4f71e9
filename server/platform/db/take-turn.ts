import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Work that takes turns, with the number of its advisory lock in the database; migrations have one of their own. */
const locks = { 'announce-upload': 7_417_001, 'confirm-import': 7_417_002, 'enrol-at-counter': 7_417_003 } as const;

/**
 * Waits until no other transaction, of any program on the database, does this work. The turn ends with the transaction.
 */
export async function takeTurn(tx: Tx, work: keyof typeof locks): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks[work]})`.execute(tx);
}
