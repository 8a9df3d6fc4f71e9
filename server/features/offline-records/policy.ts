import type { Queryable } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/access.ts';
import { requireInCourseScope } from '../courses/index.ts';

export const noSuchPass = () => notFound('There is no such offline pass.');

/** Refuses a pass of a course outside the actor's course scope as if it did not exist. */
export async function requirePass(db: Queryable, actor: Actor, id: string): Promise<void> {
  const pass = await db
    .selectFrom('offlinePass')
    .innerJoin('enrolment', 'enrolment.id', 'offlinePass.enrolmentId')
    .select('enrolment.courseId')
    .where('offlinePass.id', '=', id)
    .executeTakeFirst();
  await requireInCourseScope(db, actor, pass?.courseId, noSuchPass);
}
