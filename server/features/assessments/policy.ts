import { AppError, notFound } from '../../errors.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/access.ts';
import { courseScopeOf, demandInCourseScope } from '../courses/policy.ts';
import { within } from '../courses/queries.ts';
import { findAttemptEnrolment, noSuchTest } from './queries.ts';

export const noSuchQuestion = () => notFound('There is no such question.');
export const noSuchKeyChange = () => notFound('There is no such corrected answer key.');
export const noSuchSubmission = () => notFound('There is no such submission.');

/** Refuses an assessment of a course outside the actor's course scope as if it did not exist. */
export async function demandTest(db: Queryable, actor: Actor, id: string): Promise<void> {
  const test = await db.selectFrom('assessment').select('courseId').where('id', '=', id).executeTakeFirst();
  await demandInCourseScope(db, actor, test?.courseId, noSuchTest);
}

type Named = { picture: { id: string } | null; optionPictures: readonly ({ id: string } | null)[] };

/**
 * Refuses pictures that the actor has neither stored nor can see in a question of their course scope, as if they did
 * not exist: a picture of another course's test would be shown by naming its id.
 *
 * @throws AppError `invalid`.
 */
export async function requireOwnPictures(db: Queryable, actor: Actor, questions: readonly Named[]): Promise<void> {
  const named = questions.flatMap(({ picture, optionPictures }) =>
    [picture, ...optionPictures].flatMap((one) => one?.id ?? []),
  );
  const ids = [...new Set(named)];
  if (ids.length === 0) return;
  const inScope = within(courseScopeOf(actor), 'assessment.courseId');
  const shown = db
    .selectFrom('question')
    .innerJoin('assessmentVersion as version', 'version.id', 'question.versionId')
    .innerJoin('assessment', 'assessment.id', 'version.assessmentId')
    .select('question.pictureId as id')
    .where('question.pictureId', 'in', ids)
    .where(inScope)
    .unionAll(
      db
        .selectFrom('questionOptionPicture as placed')
        .innerJoin('question', 'question.id', 'placed.questionId')
        .innerJoin('assessmentVersion as version', 'version.id', 'question.versionId')
        .innerJoin('assessment', 'assessment.id', 'version.assessmentId')
        .select('placed.pictureId as id')
        .where('placed.pictureId', 'in', ids)
        .where(inScope),
    );
  const own = await db
    .selectFrom('questionPicture as picture')
    .select('picture.fileId')
    .where('picture.fileId', 'in', ids)
    .where((e) => e.or([e('picture.storedBy', '=', actor.accountId), e('picture.fileId', 'in', shown)]))
    .execute();
  if (own.length < ids.length)
    throw new AppError('invalid', 'A picture of this test is no longer stored. Please choose it again.');
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
