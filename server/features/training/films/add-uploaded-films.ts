import type { Queryable } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ResumableUploads } from '../../../platform/files/resumable-uploads.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ReceivedFilm } from './insert-film.ts';
import { replaceFilm } from './replace-film.ts';
import { uploadFilms } from './upload-films.ts';

type Action = { actorId: string; ip: string };
type Addition = Action & { courseId: string; title: string; uploads: readonly string[] };
type Replacement = Action & { filmId: string; upload: string };

const usedAlready = () => new AppError('exists', 'This upload is already a video of another training.');

/**
 * Appends films from resumable uploads to a course's training. Idempotent: a second call, after the first one's
 * response was lost, changes nothing.
 *
 * @returns the training set's id.
 * @throws AppError as `uploadFilms` does, with the film's position (`uploads.0`) as the field; `not-found` for an
 * upload that belongs to somebody else or was deleted, `not-yet` for one that is not finished, `exists` for one that is
 * a film already.
 */
export async function addUploadedFilms(
  platform: Platform,
  uploads: ResumableUploads,
  { uploads: ids, ...addition }: Addition,
): Promise<string> {
  const done = await listFilmsOfUploads(platform.db, ids);
  const [first] = done;
  if (first && done.length === new Set(ids).size) {
    if (done.some(({ courseId }) => courseId !== addition.courseId)) throw usedAlready();
    return first.setId;
  }
  return withUploads(platform, uploads, { ids, accountId: addition.actorId, partOf: (i) => `uploads.${i}` }, (films) =>
    uploadFilms(platform, { ...addition, films }),
  );
}

/**
 * Replaces a film by one from a resumable upload. Idempotent: a second call changes nothing.
 *
 * @returns the training set's id.
 * @throws AppError as `replaceFilm` and `addUploadedFilms` do.
 */
export async function replaceByUploadedFilm(
  platform: Platform,
  uploads: ResumableUploads,
  { upload, ...replacement }: Replacement,
): Promise<string> {
  const [done] = await listFilmsOfUploads(platform.db, [upload]);
  if (done) {
    // The replaced film is no longer in the set, but its row always keeps the set's id.
    if (!(await isOfSet(platform.db, replacement.filmId, done.setId))) throw usedAlready();
    return done.setId;
  }
  const { actorId: accountId } = replacement;
  return withUploads(platform, uploads, { ids: [upload], accountId, partOf: () => 'film' }, ([film]) =>
    replaceFilm(platform, { ...replacement, film }),
  );
}

type Opening = { ids: readonly string[]; accountId: string; partOf: (index: number) => string };

/** Opens the uploads for `work`. They are deleted once it succeeds, and kept for another attempt if it fails. */
async function withUploads(
  { files }: Pick<Platform, 'files'>,
  uploads: ResumableUploads,
  { ids, accountId, partOf }: Opening,
  work: (films: ReceivedFilm[]) => Promise<string>,
): Promise<string> {
  const films: ReceivedFilm[] = [];
  try {
    for (const [index, id] of ids.entries()) {
      films.push({ ...(await uploads.open(id, accountId, partOf(index))), uploadId: id });
    }
    const made = await work(films);
    await Promise.all(ids.map(uploads.remove));
    return made;
  } finally {
    await Promise.all(films.map(files.discard));
  }
}

const isOfSet = async (db: Queryable, filmId: string, setId: string): Promise<boolean> =>
  (await db.selectFrom('film').select('id').where('id', '=', filmId).where('setId', '=', setId).executeTakeFirst()) !==
  undefined;

const listFilmsOfUploads = (db: Queryable, uploads: readonly string[]) =>
  db
    .selectFrom('film')
    .innerJoin('trainingSet', 'trainingSet.id', 'film.setId')
    .select(['film.setId', 'trainingSet.courseId'])
    .where('film.uploadId', 'in', uploads)
    .execute();
