import type { AppError } from '../../errors.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/access.ts';
import { noSuchCourse, type Reach, within } from './queries.ts';

/** Which courses somebody of the staff works on. */
export const reachOf = (actor: Pick<Actor, 'accountId' | 'may'>): Reach =>
  actor.may('courses:all') ? 'all' : { instructorId: actor.accountId };

/**
 * Refuses what belongs to a course out of somebody's reach, as what is not there is refused.
 *
 * @param courseId undefined for what is not there at all.
 * @param missing what is said of what is not there, by default of a course.
 */
export async function demandReach(
  db: Queryable,
  actor: Actor,
  courseId: string | undefined,
  missing: () => AppError = noSuchCourse,
): Promise<void> {
  if (!courseId || !(await findInReach(db, actor, courseId))) throw missing();
}

/**
 * Whether somebody may see a course: an active one is everybody's; one that is no longer offered is seen by the staff
 * who work on it, and by learners who are enrolled for it or wait to be.
 */
export async function canSeeCourse(
  db: Queryable,
  actor: Actor | null,
  course: { id: string; isActive: boolean },
): Promise<boolean> {
  if (course.isActive) return true;
  if (!actor) return false;
  if (actor.may('courses:read')) return (await findInReach(db, actor, course.id)) !== undefined;
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

/** The course, when it is one that somebody of the staff works on. */
export const findInReach = (db: Queryable, actor: Pick<Actor, 'accountId' | 'may'>, courseId: string) =>
  db
    .selectFrom('course')
    .select('id')
    .where('id', '=', courseId)
    .where(within(reachOf(actor), 'course.id'))
    .executeTakeFirst();
