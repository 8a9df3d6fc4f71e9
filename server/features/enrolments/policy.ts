import { among } from '../../platform/db/among.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';

/** Identifies an enrolment, its learner and its course. */
export type EnrolmentKey = { id: string; accountId: string; courseId: string };

/** A learner's enrolment for a course that no renewal has closed, whatever its status; there is at most one. */
export const findOpenEnrolment = (db: Queryable, accountId: string, courseId: string) =>
  db
    .selectFrom('enrolment')
    .select(['id', 'accountId', 'courseId', 'status', 'requestedAt'])
    .where('accountId', '=', accountId)
    .where('courseId', '=', courseId)
    .where('supersededAt', 'is', null)
    .executeTakeFirst();

/** The open enrolments of some learners for some courses. */
export const listOpenEnrolments = (db: Queryable, accountIds: readonly string[], courseIds: readonly string[]) =>
  db
    .selectFrom('enrolment')
    .select(['id', 'accountId', 'courseId', 'status'])
    .where(among('accountId', accountIds))
    .where(among('courseId', courseIds))
    .where('supersededAt', 'is', null)
    .execute();

/**
 * The same as `findOpenEnrolment`, if staff have approved it; undefined otherwise, also for a course that does not
 * exist.
 */
export async function findApprovedEnrolment(
  db: Queryable,
  accountId: string,
  courseId: string,
): Promise<EnrolmentKey | undefined> {
  const open = await findOpenEnrolment(db, accountId, courseId);
  return open?.status === 'approved' ? { id: open.id, accountId, courseId } : undefined;
}

/**
 * Requires an approved enrolment, the precondition for training, assessment and certificate. The course need not be
 * offered any more: learners approved for it keep their access.
 *
 * @throws AppError `forbidden` when it is not approved, `not-found` when there is no such course.
 */
export async function requireApprovedEnrolment(
  db: Queryable,
  accountId: string,
  courseId: string,
): Promise<EnrolmentKey> {
  const approved = await findApprovedEnrolment(db, accountId, courseId);
  if (approved) return approved;
  const course = await db.selectFrom('course').select('id').where('id', '=', courseId).executeTakeFirst();
  if (!course) throw notFound('There is no such course.');
  throw new AppError('forbidden', 'You are not approved for this course.');
}
