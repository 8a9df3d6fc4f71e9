import type { Tx } from '../db/database.ts';
import { noteJob } from '../http/request-origin.ts';

/**
 * Writes a job in the transaction that causes it: it is carried out if and only if that commits.
 *
 * @param key makes the job one of a kind: a second enqueue with the same key is no second job.
 * @param runAt not before this moment; at once when not given.
 */
export async function enqueue(
  tx: Tx,
  kind: string,
  payload: Record<string, unknown>,
  { key, runAt }: { key?: string; runAt?: Date } = {},
): Promise<void> {
  noteJob();
  await tx
    .insertInto('job')
    .values({ kind, payload: JSON.stringify(payload), ...(key && { key }), ...(runAt && { runAt }) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}
