import type { Tx } from '../db/database.ts';

/**
 * Deletes a job that no worker has begun, so that it never runs.
 *
 * @param key the key with which it was enqueued.
 * @returns what it was given; undefined when there is none, it is running, or it is done.
 */
export async function takeBackJob(tx: Tx, key: string): Promise<unknown> {
  const taken = await tx
    .deleteFrom('job')
    .where('key', '=', key)
    .where('doneAt', 'is', null)
    .where('attempts', '=', 0)
    .returning('payload')
    .executeTakeFirst();
  return taken?.payload;
}
