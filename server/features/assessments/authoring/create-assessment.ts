import type { Settings } from '@fairlead/contract/assessments/test-settings';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listFilmsOf } from '../film-queries.ts';
import { keyColumns, type Stored } from '../kinds/stored.ts';
import { noSuchTest } from '../queries.ts';
import { isGuessable } from '../rules.ts';
import { requireStoredPictures } from './require-pictures.ts';

type NewPicture = { id: string; text: string };

export type NewVersion = {
  title: string;
  /** In percent. */
  passMark: number;
  questions: readonly {
    text: string;
    kind: string;
    options: readonly string[];
    key: Stored;
    topic: string;
    film: { id: string } | null;
    picture: NewPicture | null;
    /** Each at the place of its option. */
    optionPictures: readonly (NewPicture | null)[];
    forPractice: boolean;
    explanation: string;
    keepsPlace: boolean;
    /** Positions of options. */
    fixedOptions: readonly number[];
  }[];
  settings: Settings;
};

type Creation = { courseId: string; version: NewVersion; actorId: string; ip: string };

/**
 * Creates an assessment of a course, unpublished, with its first version.
 *
 * @returns the assessment's id.
 * @throws AppError `not-found` for an unknown course.
 */
export async function createAssessment({ db, clock }: Pick<Platform, 'db' | 'clock'>, creation: Creation) {
  const { courseId, version, actorId, ip } = creation;
  return transaction(db, async (tx) => {
    const course = await tx.selectFrom('course').select('id').where('id', '=', courseId).executeTakeFirst();
    if (!course) throw notFound('There is no such course.');
    const { id } = await tx
      .insertInto('assessment')
      .values({ courseId, createdAt: clock() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addVersion(tx, { assessmentId: id, version, actorId, now: clock() });
    await appendAudit(tx, { actorId, action: 'assessment.create', subject: { kind: 'assessment', id }, ip });
    return id;
  });
}

type Addition = { assessmentId: string; version: NewVersion; actorId: string; now: Date };

/**
 * Adds the next version of an assessment, which is used by attempts opened from now on. Questions never change: an
 * attempt keeps the version that it was opened with, and so its result.
 *
 * @throws AppError `not-found` for an unknown assessment; `invalid` for a picture that does not exist (any more), and
 *   for a film that is not in the training of its course.
 */
export async function addVersion(tx: Tx, { assessmentId, version, actorId, now }: Addition): Promise<void> {
  const assessment = await tx
    .selectFrom('assessment')
    .select(['id', 'courseId'])
    .where('id', '=', assessmentId)
    // Locks the row, so that concurrent edits get consecutive numbers.
    .forUpdate()
    .executeTakeFirst();
  if (!assessment) throw noSuchTest();
  const last = await tx
    .selectFrom('assessmentVersion')
    .select((e) => e.fn.max('number').as('number'))
    .where('assessmentId', '=', assessmentId)
    .executeTakeFirst();
  const { title, passMark, questions, settings } = version;
  await requireStoredPictures(tx, questions);
  await requireFilms(tx, assessment.courseId, questions);
  const { id: versionId } = await tx
    .insertInto('assessmentVersion')
    .values({
      ...settings,
      assessmentId,
      number: (last?.number ?? 0) + 1,
      title,
      passMark,
      createdAt: now,
      createdBy: actorId,
      draws: JSON.stringify(settings.draws),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await noteGuessing(tx, assessmentId, settings);
  const inserted = await tx
    .insertInto('question')
    .values(
      questions.map((question, index) => ({
        versionId,
        position: index + 1,
        text: question.text,
        kind: question.kind,
        options: JSON.stringify(question.options),
        ...keyColumns(question.key),
        topic: question.topic,
        filmId: question.film?.id ?? null,
        pictureId: question.picture?.id ?? null,
        pictureText: question.picture?.text ?? '',
        forPractice: question.forPractice,
        explanation: question.explanation,
        keepsPlace: question.keepsPlace,
        fixedOptions: [...question.fixedOptions],
      })),
    )
    .returning(['id', 'position'])
    .execute();
  const pictures = inserted.flatMap(({ id: questionId, position }) =>
    (questions[position - 1]?.optionPictures ?? []).flatMap((picture, place) =>
      picture ? [{ questionId, place, pictureId: picture.id, text: picture.text }] : [],
    ),
  );
  if (pictures.length > 0) await tx.insertInto('questionOptionPicture').values(pictures).execute();
}

/**
 * Updates the guessing state for new settings: a risk that staff accepted stays accepted until a version removes it.
 */
const noteGuessing = (tx: Tx, assessmentId: string, settings: Settings) =>
  tx
    .updateTable('assessment')
    .set({ guessing: isGuessable(settings) ? 'possible' : 'prevented' })
    .where('id', '=', assessmentId)
    .where((e) => e.or([e('guessing', '!=', 'accepted'), e.val(!isGuessable(settings))]))
    .execute();

async function requireFilms(tx: Tx, courseId: string, questions: NewVersion['questions']): Promise<void> {
  if (questions.every(({ film }) => !film)) return;
  const there = new Set((await listFilmsOf(tx, courseId)).map(({ id }) => id));
  const missing = questions.findIndex(({ film }) => film && !there.has(film.id));
  if (missing === -1) return;
  const sentence = `The video of question ${missing + 1} is not in the training of this course. Please choose it again`;
  throw new AppError('invalid', sentence, { fields: { [`questions.${missing}.filmId`]: sentence } });
}
