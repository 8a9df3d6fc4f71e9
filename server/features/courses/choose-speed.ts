import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CourseRow, getCourse } from './queries.ts';

type Choice = { courseId: string; highestSpeed: number; actorId: string; ip: string };

/**
 * Chooses the highest playback speed of a course for which nobody has, once. It holds for films that are opened from
 * now on. Idempotent.
 *
 * @throws AppError `not-found`, or `conflict` when another speed was chosen.
 */
export async function chooseSpeed(
  { db, clock, changes }: Platform,
  { courseId, highestSpeed, actorId, ip }: Choice,
): Promise<CourseRow> {
  return transaction(db, async (tx) => {
    const chosen = await tx
      .updateTable('course')
      // a form that was opened before would otherwise take the speed back
      .set((course) => ({
        highestSpeed,
        speedChosen: true,
        version: course('version', '+', 1),
        updatedAt: clock(),
      }))
      .where('id', '=', courseId)
      .where('speedChosen', '=', false)
      .returning('id')
      .executeTakeFirst();
    const course = await getCourse(tx, courseId);
    if (course.highestSpeed !== highestSpeed)
      throw new AppError('conflict', `A colleague has chosen ${course.highestSpeed} × meanwhile.`);
    if (chosen) {
      const details = { highestSpeed };
      await appendAudit(tx, {
        actorId,
        action: 'course.update',
        subject: { kind: 'course', id: courseId },
        details,
        ip,
      });
      await changes.record(tx, 'public-pages');
    }
    return course;
  });
}
