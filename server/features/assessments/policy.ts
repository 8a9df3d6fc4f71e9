import type { Queryable } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/access.ts';
import { requireInCourseScope } from '../courses/index.ts';
import { findAttemptEnrolment, noSuchTest } from './queries.ts';

export const noSuchQuestion = () => notFound('There is no such question.');
export const noSuchKeyChange = () => notFound('There is no such corrected answer key.');
export const noSuchSubmission = () => notFound('There is no such submission.');

/** Refuses an assessment of a course outside the actor's course scope as if it did not exist. */
export async function requireTest(db: Queryable, actor: Actor, id: string): Promise<void> {
  const test = await db.selectFrom('assessment').select('courseId').where('id', '=', id).executeTakeFirst();
  await requireInCourseScope(db, actor, test?.courseId, noSuchTest);
}

/** Refuses a question of a course outside the actor's course scope as if it did not exist. */
export async function requireQuestion(db: Queryable, actor: Actor, id: string): Promise<void> {
  const question = await db
    .selectFrom('question')
    .innerJoin('assessmentVersion as version', 'version.id', 'question.versionId')
    .innerJoin('assessment', 'assessment.id', 'version.assessmentId')
    .select('assessment.courseId')
    .where('question.id', '=', id)
    .executeTakeFirst();
  await requireInCourseScope(db, actor, question?.courseId, noSuchQuestion);
}

/** The same for a corrected answer key. */
export async function requireKeyChange(db: Queryable, actor: Actor, id: string): Promise<void> {
  const change = await db
    .selectFrom('answerKeyCorrection')
    .innerJoin('assessment', 'assessment.id', 'answerKeyCorrection.assessmentId')
    .select('assessment.courseId')
    .where('answerKeyCorrection.id', '=', id)
    .executeTakeFirst();
  await requireInCourseScope(db, actor, change?.courseId, noSuchKeyChange);
}

/** The same for an attempt. */
export const requireAttempt = async (db: Queryable, actor: Actor, id: string): Promise<void> =>
  requireInCourseScope(db, actor, (await findAttemptEnrolment(db, id))?.courseId, noSuchSubmission);
