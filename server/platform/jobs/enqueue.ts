import type { Tx } from '../db/database.ts';
import { inParts } from '../db/in-parts.ts';
import { currentTrace } from '../trace.ts';
import { noteJob } from '../work.ts';

/**
 * Enqueues a job within the transaction that causes it, so that it runs if and only if the transaction commits.
 *
 * @param key makes the job unique: a second job with the same key is not enqueued.
 * @param runAt the earliest time to run it; without it, the job runs at once.
 */
export async function enqueue(
  tx: Tx,
  kind: string,
  payload: Record<string, unknown>,
  { key, runAt }: { key?: string; runAt?: Date } = {},
): Promise<void> {
  // one for later is found when it is due
  if (!runAt || runAt.getTime() <= Date.now()) noteJob();
  const trace = currentTrace();
  await tx
    .insertInto('job')
    .values({
      kind,
      payload: JSON.stringify(payload),
      ...(trace && { trace }),
      ...(key && { key }),
      ...(runAt && { runAt }),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** The same for several jobs of one kind that run at once, in a few statements. */
export async function enqueueAll(tx: Tx, kind: string, payloads: readonly Record<string, unknown>[]): Promise<void> {
  if (payloads.length > 0) noteJob();
  const trace = currentTrace();
  for (const some of inParts(payloads)) {
    await tx
      .insertInto('job')
      .values(some.map((payload) => ({ kind, payload: JSON.stringify(payload), ...(trace && { trace }) })))
      .execute();
  }
}
