import type { Queryable } from '../../platform/db/database.ts';
import type { AppError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/access.ts';
import { type CourseScope, noSuchCourse, within } from './queries.ts';

/** The course scope of a staff member. */
export const courseScopeOf = (actor: Pick<Actor, 'accountId' | 'may'>): CourseScope =>
  actor.may('courses:all') ? 'all' : { instructorId: actor.accountId };

/**
 * Refuses access to something that belongs to a course outside the actor's course scope, with the same answer as for
 * something that does not exist.
 *
 * @param courseId undefined if the thing does not exist.
 * @param missing the error for something that does not exist; by default that of a course.
 */
export async function requireInCourseScope(
  db: Queryable,
  actor: Pick<Actor, 'accountId' | 'may'>,
  courseId: string | undefined,
  missing: () => AppError = noSuchCourse,
): Promise<void> {
  if (!courseId || !(await findInScope(db, actor, courseId))) throw missing();
}

/**
 * Whether somebody may see a course. Everyone may see an active one; a draft is visible to the staff who work on it; a
 * course that is no longer offered is visible to them, and to learners who are enrolled or have requested to be.
 */
export async function canSeeCourse(
  db: Queryable,
  actor: Actor | null,
  course: { id: string; isActive: boolean },
): Promise<boolean> {
  if (course.isActive) return true;
  if (!actor) return false;
  if (actor.may('courses:read')) return (await findInScope(db, actor, course.id)) !== undefined;
  const enrolment = await db
    .selectFrom('enrolment')
    .select('id')
    .where('accountId', '=', actor.accountId)
    .where('courseId', '=', course.id)
    .where('status', '!=', 'rejected')
    .where('supersededAt', 'is', null)
    .executeTakeFirst();
  return enrolment !== undefined;
}

/** The course, if it is in the staff member's course scope. */
export const findInScope = (db: Queryable, actor: Pick<Actor, 'accountId' | 'may'>, courseId: string) =>
  db
    .selectFrom('course')
    .select('id')
    .where('id', '=', courseId)
    .where(within(courseScopeOf(actor), 'course.id'))
    .executeTakeFirst();
