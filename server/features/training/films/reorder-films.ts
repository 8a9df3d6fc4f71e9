import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listFilmIds, lockTraining, numberFilms } from '../film-queries.ts';
import { findTraining } from '../queries.ts';
import { isSameOrder, isSameSet } from '../rules.ts';

type Reordering = {
  trainingId: string;
  /** The films' ids in the order that was on the screen. */
  seen: readonly string[];
  wanted: readonly string[];
  actorId: string;
  ip: string;
};

/**
 * Reorders a training's films. Learners keep their credits; which film opens next follows the new order.
 *
 * @throws AppError `not-found`, `invalid` when the wanted order does not contain exactly the films seen, `stale`
 * when the films or their order have changed since they were displayed: of two concurrent changes, the second is
 * refused.
 */
export async function reorderFilms(
  { db, changes }: Pick<Platform, 'db' | 'changes'>,
  { trainingId, seen, wanted, actorId, ip }: Reordering,
): Promise<void> {
  if (!isSameSet(seen, wanted)) throw new AppError('invalid', 'The new order must name each video once.');
  await transaction(db, async (tx) => {
    if (!(await lockTraining(tx, trainingId))) throw notFound('There is no such training.');
    const training = await findTraining(tx, trainingId);
    if (!training) throw notFound('There is no such training.');
    const now = await listFilmIds(tx, trainingId);
    // A second click, or a retry after a lost response: the order is already as wanted.
    if (isSameOrder(now, wanted)) return;
    if (!isSameOrder(now, seen)) {
      throw new AppError('stale', 'Somebody has changed the videos of this course. Please reload the page.');
    }
    await numberFilms(tx, trainingId, wanted);
    await appendAudit(tx, {
      actorId,
      action: 'training.reorder-films',
      subject: { kind: 'course', id: training.courseId },
      details: { from: seen, to: wanted },
      ip,
    });
    await changes.record(tx, 'public-pages');
  });
}
