import { marksInWords } from '@fairlead/contract/assessments/marks';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { withdrawCertificate } from '../../certificates/index.ts';
import { scoreColumns } from '../pass-mark.ts';
import { resultsUnderReview } from './under-review-queries.ts';

type Dependencies = Pick<Platform, 'db' | 'config' | 'clock'>;
type Decision = {
  /** The attempt's id. */
  id: string;
  /** The score that was displayed to the decider. */
  score: number;
  reason: string;
  actorId: string;
  ip: string;
};

/**
 * Revokes the certificate of a pass whose score is below the pass mark after a correction of the answer key (decision
 * 20). The attempt keeps its history; the person is notified by email and may take the course again.
 *
 * @throws AppError `stale` when this is no longer so, or the score has changed since it was displayed.
 */
export async function revokePass(
  dependencies: Dependencies,
  { id, score, reason, actorId, ip }: Decision,
): Promise<void> {
  await transaction(dependencies.db, async (tx) => {
    const { certificateId } = await lockResultUnderReview(tx, { id, score });
    await withdrawCertificate(tx, dependencies, { id: certificateId, reason, actorId, ip });
  });
}

/**
 * Confirms a pass although its score is below the pass mark, until the score changes again.
 *
 * @throws AppError `stale` as `revokePass`.
 */
export async function keepPass(
  { db, clock }: Dependencies,
  { id, score, reason, actorId, ip }: Decision,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockResultUnderReview(tx, { id, score });
    const kept = { ...scoreColumns(score), reason, keptBy: actorId, keptAt: clock() };
    await tx
      .insertInto('confirmedPass')
      .values({ attemptId: id, ...kept })
      .onConflict((conflict) => conflict.column('attemptId').doUpdateSet(kept))
      .execute();
    const action = {
      action: 'assessment.keep-pass',
      subject: { kind: 'attempt', id },
      details: { score, note: reason },
    };
    await appendAudit(tx, { actorId, ...action, ip });
  });
}

/**
 * The current state of the pass, locked until the transaction ends; waits for a concurrent correction of the answer
 * key.
 */
async function lockResultUnderReview(tx: Tx, { id, score }: Pick<Decision, 'id' | 'score'>) {
  await tx.selectFrom('attempt').select('id').where('id', '=', id).forUpdate().execute();
  const pass = await resultsUnderReview(tx).where('attempt.id', '=', id).executeTakeFirst();
  if (!pass) throw new AppError('done', 'This result has already been decided, or passes again.');
  if (pass.score !== score) {
    throw new AppError('stale', `The score has changed to ${marksInWords(pass.score ?? 0)} since. Please check again.`);
  }
  return pass;
}
