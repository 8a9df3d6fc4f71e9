import type { Queryable } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/access.ts';
import { findInScope, requireInCourseScope } from '../courses/index.ts';
import { findApprovedEnrolment } from '../enrolments/index.ts';
import { noSuchFilm } from './film-queries.ts';
import { findCourseOfFile, findTraining } from './queries.ts';
import { noSuchEnrolment } from './watch-record.ts';

/**
 * Refuses a film of a course outside the actor's course scope as if it did not exist; a removed film is left to the
 * caller.
 */
export async function requireFilm(db: Queryable, actor: Actor, id: string): Promise<void> {
  const film = await db
    .selectFrom('film')
    .innerJoin('trainingSet', 'trainingSet.id', 'film.setId')
    .select('trainingSet.courseId')
    .where('film.id', '=', id)
    .executeTakeFirst();
  await requireInCourseScope(db, actor, film?.courseId, noSuchFilm);
}

/** The same for a training. */
export const requireTraining = async (db: Queryable, actor: Actor, id: string): Promise<void> =>
  requireInCourseScope(db, actor, (await findTraining(db, id))?.courseId, () => notFound('There is no such training.'));

/** The same for an enrolment. */
export async function requireEnrolment(db: Queryable, actor: Actor, id: string): Promise<void> {
  const enrolment = await db.selectFrom('enrolment').select('courseId').where('id', '=', id).executeTakeFirst();
  await requireInCourseScope(db, actor, enrolment?.courseId, noSuchEnrolment);
}

/**
 * Whether somebody may read a file of a film now: the staff who work on its course, and the learners approved for it.
 */
export async function mayWatch(
  db: Queryable,
  reader: Pick<Actor, 'accountId' | 'may'>,
  fileId: string,
): Promise<boolean> {
  const courseId = await findCourseOfFile(db, fileId);
  if (!courseId) return false;
  if (reader.may('training:read')) return (await findInScope(db, reader, courseId)) !== undefined;
  return (await findApprovedEnrolment(db, reader.accountId, courseId)) !== undefined;
}
