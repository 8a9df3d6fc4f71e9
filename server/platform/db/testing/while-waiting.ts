import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { type Db, type Tx, transaction } from '../database.ts';

/** Statements of a transaction. */
export type Work = (tx: Tx) => Promise<unknown>;

/**
 * Does `work` in a transaction; once `other` waits for what it has locked, does `meanwhile` and commits. For races on a
 * server, whose outcome does not depend on chance then.
 *
 * @returns what `other` does.
 */
export async function whileWaiting<T>(db: Db, work: Work, other: () => Promise<T>, meanwhile?: Work): Promise<T> {
  const [worked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const working = transaction(db, async (tx) => {
    await work(tx);
    worked.resolve();
    await mayCommit.promise;
    await meanwhile?.(tx);
  });
  await worked.promise;
  const doing = other();
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    expect(rows).toHaveLength(1);
  };
  await vi.waitFor(isWaiting, { timeout: 20_000 }).finally(() => mayCommit.resolve());
  await working;
  return doing;
}
