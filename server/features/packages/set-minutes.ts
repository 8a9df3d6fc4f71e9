import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockItem } from '../training/index.ts';
import { noSuchPackage } from './queries.ts';

type Change = { id: string; minutes: number; actorId: string; ip: string };

/**
 * Sets the minimum time that a learner spends in a package before it counts. With less, those whose package has
 * reported its completion may be done with it at once; with more, those who are done stay so.
 *
 * @throws AppError `not-found`, `stale` when it was removed meanwhile.
 */
export async function setMinutes(
  { db, clock, changes }: Pick<Platform, 'db' | 'clock' | 'changes'>,
  { id, minutes, actorId, ip }: Change,
): Promise<void> {
  await transaction(db, async (tx) => {
    const item = await lockItem(tx, id);
    if (item.kind !== 'package') throw noSuchPackage();
    const seconds = minutes * 60;
    if (item.durationSeconds === seconds) return;
    await tx.updateTable('film').set({ durationSeconds: seconds }).where('id', '=', id).execute();
    await tx
      .updateTable('watching')
      .set({ completedAt: clock() })
      .where('filmId', '=', id)
      .where('reportedAt', 'is not', null)
      .where('completedAt', 'is', null)
      .where('watchedSeconds', '>=', seconds)
      .execute();
    await appendAudit(tx, {
      actorId,
      action: 'training.set-package-minutes',
      subject: { kind: 'course', id: item.courseId },
      details: { filmId: id, title: item.title, from: item.durationSeconds / 60, to: minutes },
      ip,
    });
    await changes.record(tx, 'public-pages');
  });
}
