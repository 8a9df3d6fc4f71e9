import type { Queryable } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/access.ts';
import { demandInCourseScope } from '../courses/index.ts';
import { findAttemptEnrolment, noSuchTest } from './queries.ts';

export const noSuchQuestion = () => notFound('There is no such question.');
export const noSuchKeyChange = () => notFound('There is no such corrected answer key.');
export const noSuchSubmission = () => notFound('There is no such submission.');

/** Refuses an assessment of a course outside the actor's course scope as if it did not exist. */
export async function demandTest(db: Queryable, actor: Actor, id: string): Promise<void> {
  const test = await db.selectFrom('assessment').select('courseId').where('id', '=', id).executeTakeFirst();
  await demandInCourseScope(db, actor, test?.courseId, noSuchTest);
}

/** Refuses a question of a course outside the actor's course scope as if it did not exist. */
export async function demandQuestion(db: Queryable, actor: Actor, id: string): Promise<void> {
  const question = await db
    .selectFrom('question')
    .innerJoin('assessmentVersion as version', 'version.id', 'question.versionId')
    .innerJoin('assessment', 'assessment.id', 'version.assessmentId')
    .select('assessment.courseId')
    .where('question.id', '=', id)
    .executeTakeFirst();
  await demandInCourseScope(db, actor, question?.courseId, noSuchQuestion);
}

/** The same for a corrected answer key. */
export async function demandKeyChange(db: Queryable, actor: Actor, id: string): Promise<void> {
  const change = await db
    .selectFrom('keyChange')
    .innerJoin('assessment', 'assessment.id', 'keyChange.assessmentId')
    .select('assessment.courseId')
    .where('keyChange.id', '=', id)
    .executeTakeFirst();
  await demandInCourseScope(db, actor, change?.courseId, noSuchKeyChange);
}

/** The same for an attempt. */
export const demandAttempt = async (db: Queryable, actor: Actor, id: string): Promise<void> =>
  demandInCourseScope(db, actor, (await findAttemptEnrolment(db, id))?.courseId, noSuchSubmission);
