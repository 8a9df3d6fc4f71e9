import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getSubmittedAttempt } from './queries.ts';

type Reopening = { attemptId: string; reason: string; actorId: string; ip: string };

/**
 * Allows the learner of a submitted attempt one more attempt, immediately and regardless of the limits.
 *
 * @throws AppError `not-found`; `conflict` for a passed attempt, `done` for one after which that was allowed already.
 */
export async function reopenTest({ db, clock }: Pick<Platform, 'db' | 'clock'>, reopening: Reopening): Promise<void> {
  const { attemptId, reason, actorId, ip } = reopening;
  await transaction(db, async (tx) => {
    const { passed } = await getSubmittedAttempt(tx, attemptId);
    if (passed) throw new AppError('conflict', 'This attempt was passed, so no other attempt is needed.');
    const granted = await tx
      .insertInto('attemptGrant')
      .values({ attemptId, reason, grantedBy: actorId, grantedAt: clock() })
      .onConflict((conflict) => conflict.column('attemptId').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!granted) throw new AppError('done', 'Another attempt is already allowed.');
    const subject = { kind: 'attempt', id: attemptId };
    await appendAudit(tx, { actorId, action: 'assessment.reopen', subject, details: { reason }, ip });
  });
}
