import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { allowMassDeletion, type DeletionKind } from '../../platform/deletions/mass-deletion.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { Platform } from '../../platform/platform.ts';
import { retentionJob } from '../personal-data/index.ts';

/**
 * Allows once a mass deletion that waits. Files go when their time in quarantine is over, people with a run of
 * retention that begins at once.
 *
 * @param allowed.waiting the number that the administrator saw.
 * @throws AppError `stale` if it is another one now.
 */
export async function allowDeletion(
  { db }: Platform,
  { kind, waiting, actorId, ip }: { kind: DeletionKind; waiting: number; actorId: string; ip: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await allowMassDeletion(tx, kind, waiting)))
      throw new AppError('stale', 'The number has changed since you opened this page. Please look at it again.');
    const subject = { kind: 'academy', id: 'settings' };
    await appendAudit(tx, { actorId, action: 'deletion.allow', subject, details: { [kind]: waiting }, ip });
    if (kind === 'people') await enqueue(tx, retentionJob, {});
  });
}
