import type { Tx } from '../../../../platform/db/database.ts';
import { mostSittings, type SittingUp } from '../../content.ts';
import { closeOverdue } from './queries.ts';

/** What was handed in and the academy has not acknowledged; it may be sent again and again. */
export async function listHandedIn(tx: Tx, now: Date): Promise<SittingUp[]> {
  await closeOverdue(tx, now);
  const rows = await tx
    .selectFrom('shipSitting')
    .selectAll()
    .where('submittedAt', 'is not', null)
    .orderBy('paperId')
    .limit(mostSittings)
    .execute();
  return rows.map(({ paperId, startedAt, submittedAt, isSubmitted, answers }) => ({
    paper: paperId,
    startedAt: startedAt.toISOString(),
    submittedAt: (submittedAt ?? startedAt).toISOString(),
    ...{ isSubmitted, answers: answers ?? '' },
  }));
}

/** Deletes what the academy has acknowledged. */
export async function forgetSittings(tx: Tx, paperIds: readonly string[]): Promise<void> {
  if (paperIds.length === 0) return;
  await tx.deleteFrom('shipSitting').where('paperId', 'in', paperIds).where('submittedAt', 'is not', null).execute();
}
