import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CourseRow, getCourse } from './queries.ts';

type Change = { courseId: string; isActive: boolean; actorId: string; ip: string };

/**
 * Activates a course, which publishes a draft, or removes it from the catalogue; learners approved for it keep their
 * access. Idempotent: a second call changes nothing and succeeds.
 *
 * @throws AppError `not-found`.
 */
export async function setCourseActivity(
  { db, clock, changes }: Platform,
  { courseId, isActive, actorId, ip }: Change,
): Promise<CourseRow> {
  return transaction(db, async (tx) => {
    const changed = await tx
      .updateTable('course')
      .set({ isActive, isDraft: false, updatedAt: clock() })
      .where('id', '=', courseId)
      .where('isActive', '!=', isActive)
      .returning('id')
      .executeTakeFirst();
    if (changed) {
      const action = isActive ? 'course.activate' : 'course.deactivate';
      await appendAudit(tx, { actorId, action, subject: { kind: 'course', id: courseId }, ip });
      await changes.record(tx, 'public-pages');
    }
    return getCourse(tx, courseId);
  });
}
