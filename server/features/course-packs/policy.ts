import type { Queryable } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/access.ts';
import { requireInCourseScope } from '../courses/index.ts';
import { requireApprovedEnrolment } from '../enrolments/index.ts';

/** Whether somebody gets a course as a file as staff. */
export const isStaffFor = (actor: Pick<Actor, 'may'>): boolean => actor.may('training:read');

/**
 * Requires somebody who may have a course as a file: staff who may read its training, or a learner who is approved for
 * it.
 *
 * @throws AppError `not-found` for a course outside of the course scope, `forbidden` for a learner without approval.
 */
export async function requireCourseFile(
  db: Queryable,
  actor: Pick<Actor, 'accountId' | 'may'>,
  courseId: string,
): Promise<void> {
  if (isStaffFor(actor)) await requireInCourseScope(db, actor, courseId);
  else await requireApprovedEnrolment(db, actor.accountId, courseId);
}
