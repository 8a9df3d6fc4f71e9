import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/access.ts';
import { courseScopeOf, within } from '../../courses/index.ts';
import { holdPictures } from '../picture-queries.ts';

type Named = { picture: { id: string } | null; optionPictures: readonly ({ id: string } | null)[] };

/**
 * Refuses pictures that the actor has neither stored nor can see in a question of their course scope, as if they did
 * not exist: a picture of another course's test would be shown by naming its id.
 *
 * @throws AppError `invalid`.
 */
export async function requireOwnPictures(db: Queryable, actor: Actor, questions: readonly Named[]): Promise<void> {
  const ids = [...new Set(namedIn(questions).map(({ id }) => id))];
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
  refuseOthers(questions, new Set(own.map(({ fileId }) => fileId)));
}

/**
 * Requires that the pictures of questions are stored, and locks them until the transaction ends.
 *
 * @throws AppError `invalid`.
 */
export async function requireStoredPictures(tx: Tx, questions: readonly Named[]): Promise<void> {
  const ids = namedIn(questions).map(({ id }) => id);
  refuseOthers(questions, await holdPictures(tx, ids));
}

/** The pictures that questions name, each with its field and the words for its place. */
const namedIn = (questions: readonly Named[]) =>
  questions.flatMap(({ picture, optionPictures }, index) => {
    const question = `question ${index + 1}`;
    const all = [
      { picture, field: `questions.${index}.picture`, whose: question },
      ...optionPictures.map((one, place) => ({
        picture: one,
        field: `questions.${index}.optionPictures.${place}`,
        whose: `option ${place + 1} of ${question}`,
      })),
    ];
    return all.flatMap(({ picture: one, ...place }) => (one ? [{ id: one.id, ...place }] : []));
  });

function refuseOthers(questions: readonly Named[], usable: ReadonlySet<string>): void {
  const missing = namedIn(questions)
    .filter(({ id }) => !usable.has(id))
    .map(({ field, whose }) => [field, `The picture of ${whose} is no longer stored. Please choose it again`] as const);
  if (missing[0]) throw new AppError('invalid', missing[0][1], { fields: Object.fromEntries(missing) });
}
