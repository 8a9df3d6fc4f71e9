import type { TrainingQuery } from '@fairlead/contract/training/calls';
import { type SqlBool, sql } from 'kysely';
import { among } from '../../platform/db/among.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { matches, pageInOrder, paginationOf, type Search, totalOf } from '../../platform/db/pagination.ts';
import { type CourseScope, coursesTitled, practiceQuestionsOf, within } from '../courses/index.ts';
import { isAsLong } from './rules.ts';
import type { Stretch } from './stretches.ts';

const titleText = sql<string>`training_set.title`;

const filmText = sql<string>`film.title`;

/**
 * Whether the title of a film matches. The ids are found first, by the index of titles: beside a condition for removed
 * films, the planner would read another one.
 */
const isTitled = (db: Queryable, search: Search) =>
  sql<SqlBool>`film.id = any(array(${db.selectFrom('film').select('film.id').where(matches(filmText, search))}))`;

/**
 * The ids of the training sets that match a search by their title, their course's, or that of a film; each part uses an
 * index.
 */
const trainingMatching = (db: Queryable, search: Search) =>
  db
    .selectFrom('trainingSet')
    .select('trainingSet.id')
    .where(matches(titleText, search))
    .union(
      db
        .selectFrom('trainingSet')
        .select('trainingSet.id')
        .where('trainingSet.courseId', 'in', coursesTitled(db, search)),
    )
    .union(
      db.selectFrom('film').select('film.setId as id').where('film.removedAt', 'is', null).where(isTitled(db, search)),
    );

/** The films in the course scope whose own title matches, the newest first, at most `limit`. */
export const findFilms = (
  db: Queryable,
  courseScope: CourseScope,
  { search, limit }: { search: Search; limit: number },
) =>
  db
    .selectFrom('film')
    .innerJoin('trainingSet', 'trainingSet.id', 'film.setId')
    .innerJoin('course', 'course.id', 'trainingSet.courseId')
    .select(['film.id', 'film.title', 'course.id as courseId', 'course.title as courseTitle'])
    .where(within(courseScope, 'trainingSet.courseId'))
    .where('film.removedAt', 'is', null)
    .where(isTitled(db, search))
    .orderBy('film.id', 'desc')
    .limit(limit)
    .execute();

const trainingSets = (db: Queryable, enrolmentId: string | null = null) =>
  db
    .selectFrom('trainingSet')
    .innerJoin('course', 'course.id', 'trainingSet.courseId')
    .select(['trainingSet.id', 'trainingSet.courseId', 'trainingSet.title', 'course.title as courseTitle'])
    .select(['course.highestSpeed', practiceQuestionsOf('course.id', enrolmentId).as('practiceQuestions')]);

/**
 * The one training set of a course, for the learner of an enrolment or for staff; undefined while nothing was uploaded.
 */
export const findTrainingOfCourse = (db: Queryable, courseId: string, enrolmentId?: string) =>
  trainingSets(db, enrolmentId).where('trainingSet.courseId', '=', courseId).executeTakeFirst();

export const findTraining = (db: Queryable, id: string) =>
  trainingSets(db).where('trainingSet.id', '=', id).executeTakeFirst();

/**
 * A page of the training sets in the course scope, newest first by default. Returns the rows (one more than the limit
 * if there is a next page) and the capped count.
 */
export async function listTraining(
  db: Queryable,
  courseScope: CourseScope,
  { sort = 'newest', course, state, ...query }: TrainingQuery,
) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = trainingSets(db).where(within(courseScope, 'trainingSet.courseId'));
  if (search) matching = matching.where('trainingSet.id', 'in', trainingMatching(db, search));
  if (course) matching = matching.where('trainingSet.courseId', '=', course);
  if (state) matching = matching.where('course.isActive', '=', state === 'active');
  const order = { id: sql<string>`training_set.id`, way: sort === 'oldest' ? 'asc' : 'desc' } as const;
  const rows = await pageInOrder(matching, order, { after, take }).execute();
  return { rows, limit, total: await totalOf(db, matching, { rows, limit, after }) };
}

/** The smaller versions of a film, once all of them are ready. */
const versionsOf = sql<{ lines: number; bytes: number; filename: string }[]>`coalesce((
    select jsonb_agg(jsonb_build_object('lines', version.lines, 'bytes', media.size_bytes, 'filename', list.filename)
      order by version.lines desc)
    from film_rendition as version
    join stored_file as media on media.id = version.file_id
    join stored_file as list on list.id = version.playlist_file_id
    where version.film_id = film.id and film.ladder_file_id is not null), '[]')`;

const textsOf = sql<{ kind: 'captions' | 'transcript'; language: string; filename: string }[]>`coalesce((
    select jsonb_agg(jsonb_build_object('kind', text.kind, 'language', text.language, 'filename', file.filename)
      order by text.kind, text.language)
    from film_text as text
    join stored_file as file on file.id = text.file_id
    where text.film_id = film.id), '[]')`;

const films = (db: Queryable) =>
  db
    .selectFrom('film')
    .innerJoin('storedFile', 'storedFile.id', 'film.fileId')
    .leftJoin('storedFile as poster', 'poster.id', 'film.posterFileId')
    .leftJoin('storedFile as ladder', 'ladder.id', 'film.ladderFileId')
    .select([
      'film.id',
      'film.setId',
      'film.kind',
      'film.serial',
      'film.title',
      'film.durationSeconds',
      'storedFile.filename',
      'storedFile.sizeBytes',
      'poster.filename as posterFilename',
      'ladder.filename as ladderFilename',
      'film.preparationPercent',
      'film.preparationFailure',
      'film.originalPlays',
      'film.subtitlesNote',
      'film.openToVisitors',
      versionsOf.as('versions'),
      textsOf.as('texts'),
    ])
    .where('film.removedAt', 'is', null)
    .orderBy('film.setId')
    .orderBy('film.serial');

/** The films of training sets, in their order. */
export const listFilms = (db: Queryable, setIds: readonly string[]) =>
  films(db).where('film.setId', 'in', setIds).execute();

/** Whether visitors may watch a film: staff have opened it, its course is active, and there is something to play. */
const isOpen = sql<boolean>`(film.kind = 'film' and film.open_to_visitors and course.is_active
  and (film.original_plays or film.ladder_file_id is not null))`;

const publicFilms = (db: Queryable) =>
  films(db)
    .innerJoin('trainingSet', 'trainingSet.id', 'film.setId')
    .innerJoin('course', 'course.id', 'trainingSet.courseId');

/** The films of a course in their order, as its public page lists them. */
export const listPublicFilms = (db: Queryable, courseId: string) =>
  publicFilms(db).select(isOpen.as('isOpen')).where('trainingSet.courseId', '=', courseId).execute();

/** A film of a course that visitors may watch; undefined for any other. */
export const findOpenFilm = (db: Queryable, { courseId, id }: { courseId: string; id: string }) =>
  publicFilms(db)
    .where('trainingSet.courseId', '=', courseId)
    .where('film.id', '=', id)
    .where(isOpen)
    .executeTakeFirst();

/** The film that a file belongs to: the film itself, a smaller version, its poster or its text. */
const filmOfFile = (db: Queryable, fileId: string) =>
  db
    .selectFrom('film')
    .innerJoin('trainingSet', 'trainingSet.id', 'film.setId')
    .innerJoin('course', 'course.id', 'trainingSet.courseId')
    .where('film.removedAt', 'is', null)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('film.fileId', '=', fileId),
        eb('film.posterFileId', '=', fileId),
        eb('film.ladderFileId', '=', fileId),
        eb(
          'film.id',
          'in',
          selectFrom('filmRendition')
            .select('filmId')
            .where((e) => e.or([e('fileId', '=', fileId), e('playlistFileId', '=', fileId)])),
        ),
        eb('film.id', 'in', selectFrom('filmText').select('filmId').where('fileId', '=', fileId)),
      ]),
    );

/** The course of the film that a file belongs to. */
export async function findCourseOfFile(db: Queryable, fileId: string): Promise<string | undefined> {
  return (await filmOfFile(db, fileId).select('trainingSet.courseId').executeTakeFirst())?.courseId;
}

/** Whether a file belongs to a film that visitors may watch. */
export async function isFileOpen(db: Queryable, fileId: string): Promise<boolean> {
  return (await filmOfFile(db, fileId).select('film.id').where(isOpen).executeTakeFirst()) !== undefined;
}

/** The films of a set in their order, each with the progress of an enrolment; nulls if not opened. */
export const listFilmsWatched = (db: Queryable, setId: string, enrolmentId: string) =>
  films(db)
    .leftJoin('watching', (join) =>
      join.onRef('watching.filmId', '=', 'film.id').on('watching.enrolmentId', '=', enrolmentId),
    )
    .select(['watching.openedAt', 'watching.completedAt', 'watching.positionSeconds', 'watching.watchedSeconds'])
    .select(['watching.highestSpeed', 'watching.intervals', 'watching.reportedAt'])
    .where('film.setId', '=', setId)
    .execute();

/** A film that was not removed, with the course whose training it belongs to. */
export const findFilm = (db: Queryable, id: string) =>
  db
    .selectFrom('film')
    .innerJoin('trainingSet', 'trainingSet.id', 'film.setId')
    .select(['film.id', 'film.setId', 'film.durationSeconds', 'trainingSet.courseId'])
    .where('film.id', '=', id)
    .where('film.removedAt', 'is', null)
    .executeTakeFirst();

/** All films of the trainings that the given films belong to, in their order, with the course of each. */
export const listFilmsBeside = (db: Queryable, filmIds: readonly string[]) =>
  db
    .selectFrom('film')
    .innerJoin('trainingSet', 'trainingSet.id', 'film.setId')
    .select(['film.id', 'film.kind', 'film.setId', 'film.durationSeconds', 'trainingSet.courseId'])
    .where('film.setId', 'in', (of) => of.selectFrom('film').select('setId').where(among('id', filmIds)))
    .where('film.removedAt', 'is', null)
    .orderBy('film.setId')
    .orderBy('film.serial')
    .execute();

/**
 * Of some films, those that were replaced and whose place a film of the training has now, with that film. Says whether
 * the older one counts for it where it was watched aboard, and otherwise why not: by the course's setting, or since it
 * is shorter.
 */
export async function listOlderVersions(db: Queryable, filmIds: readonly string[]) {
  const removed = await db
    .selectFrom('film')
    .innerJoin('trainingSet', 'trainingSet.id', 'film.setId')
    .innerJoin('course', 'course.id', 'trainingSet.courseId')
    .select(['film.id', 'film.kind', 'film.setId', 'film.durationSeconds', 'film.successorId', 'film.removedAt'])
    .select(['trainingSet.courseId', 'course.replacedAboard'])
    .where('film.setId', 'in', (of) => of.selectFrom('film').select('setId').where(among('id', filmIds)))
    .where((e) => e.or([e('film.successorId', 'is not', null), e('film.removedAt', 'is', null)]))
    .execute();
  const films = new Map(removed.map((film) => [film.id, film]));
  return filmIds.flatMap((id) => {
    const film = films.get(id);
    let now = film;
    while (now?.successorId) now = films.get(now.successorId);
    if (!film?.successorId || !now || now.removedAt) return [];
    const { kind, setId, durationSeconds, courseId, replacedAboard } = film;
    const counting = isAsLong(durationSeconds, now.durationSeconds) ? 'counts' : 'shorter';
    const counts = replacedAboard === 'counts' ? counting : 'not';
    return [{ id, kind, setId, durationSeconds, courseId, now: now.id, counts } as const];
  });
}

/** The films of which an enrolment was credited with what a device has recorded without a link. */
export async function listWatchedAboard(db: Queryable, enrolmentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('offlineStretch')
    .innerJoin('offlinePass', 'offlinePass.id', 'offlineStretch.passId')
    .select('offlineStretch.filmId')
    .distinct()
    .where('offlinePass.enrolmentId', '=', enrolmentId)
    .execute();
  return rows.map(({ filmId }) => filmId);
}

/** A film that a learner has opened, with its credited intervals. */
export type Watching = Awaited<ReturnType<typeof lockWatching>>[number];

/**
 * All films that some learners have opened, in all courses and including old enrolments, locked until the transaction
 * ends: reports of one learner run one after another, whichever film they are about.
 */
export async function lockWatching(tx: Tx, accountIds: readonly string[]) {
  const rows = await tx
    .selectFrom('watching')
    .innerJoin('enrolment', 'enrolment.id', 'watching.enrolmentId')
    .select([
      'enrolment.accountId',
      'watching.enrolmentId',
      'watching.filmId',
      'watching.openedAt',
      'watching.watchedSeconds',
      'watching.intervals',
      'watching.completedAt',
      'watching.reportedAt',
      'watching.highestSpeed',
    ])
    .where(among('enrolment.accountId', accountIds))
    // Always lock in the same order, so that two reports cannot deadlock.
    .orderBy('watching.enrolmentId')
    .orderBy('watching.filmId')
    .forUpdate('watching')
    .execute();
  return rows.map((row) => ({ ...row, stretches: row.intervals as unknown as Stretch[] }));
}

/** The state of an opened film after a report. */
export type Watched = {
  enrolmentId: string;
  filmId: string;
  stretches: readonly Stretch[];
  watchedSeconds: number;
  positionSeconds: number;
  completedAt: Date | null;
};

/** Stores the credits from reports, all in one statement. */
export async function storeWatching(tx: Tx, earned: readonly Watched[], now: Date): Promise<void> {
  if (earned.length === 0) return;
  const rows = earned.map((one) => ({
    enrolment_id: one.enrolmentId,
    film_id: one.filmId,
    intervals: one.stretches,
    watched_seconds: one.watchedSeconds,
    position_seconds: one.positionSeconds,
    completed_at: one.completedAt,
  }));
  await sql`
    update watching set intervals = earned.intervals, watched_seconds = earned.watched_seconds,
      position_seconds = earned.position_seconds, completed_at = earned.completed_at, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as earned (enrolment_id uuid, film_id uuid, intervals jsonb,
      watched_seconds float8, position_seconds float8, completed_at timestamptz)
    where watching.enrolment_id = earned.enrolment_id and watching.film_id = earned.film_id`.execute(tx);
}

/** How an enrolment's training was completed; undefined while it is not. */
export const findTrainingCompletion = (db: Queryable, enrolmentId: string) =>
  db
    .selectFrom('trainingCompletion')
    .select(['kind', 'completedAt'])
    .where('enrolmentId', '=', enrolmentId)
    .executeTakeFirst();

/**
 * Whether an enrolment's training is complete; it stays so until the transaction ends. Without this lock the completion
 * could be withdrawn while a test is graded.
 */
export async function holdTrainingCompletion(tx: Tx, enrolmentId: string): Promise<boolean> {
  const held = await tx
    .selectFrom('trainingCompletion')
    .select('kind')
    .where('enrolmentId', '=', enrolmentId)
    .forShare()
    .executeTakeFirst();
  return held !== undefined;
}

/** Whether a course has films or packages; one without is a classroom course, whose training staff confirm. */
export async function hasFilms(db: Queryable, courseId: string): Promise<boolean> {
  const film = await db
    .selectFrom('film')
    .innerJoin('trainingSet', 'trainingSet.id', 'film.setId')
    .select('film.id')
    .where('trainingSet.courseId', '=', courseId)
    .where('film.removedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return film !== undefined;
}
