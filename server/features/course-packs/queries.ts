import type { Queryable } from '../../platform/db/database.ts';
import type { Folder } from '../../platform/files/folders.ts';
import type { StoredFile } from '../../platform/files/stored-files.ts';
import { listPractice, picturesOf } from '../assessments/index.ts';
import { findTrainingOfCourse, listFilms } from '../training/index.ts';

/** A file of a course pack, as it is stored. */
export type StoredPackFile = Pick<
  StoredFile,
  'id' | 'folder' | 'filename' | 'contentType' | 'sizeBytes' | 'sha256' | 'createdAt'
>;

/**
 * The films of a course with their files, and the files of its pictures for practice, by their names: those of an
 * enrolment, or without one, all.
 */
export async function findPack(db: Queryable, of: { courseId: string; id?: string }) {
  const set = await findTrainingOfCourse(db, of.courseId, of.id);
  // a package needs a link: what it stores goes to the academy
  const films = set ? (await listFilms(db, [set.id])).filter(({ kind }) => kind === 'film') : [];
  const mediaOf = Map.groupBy(await listMedia(db, films), ({ filmId }) => filmId);
  const practice = await listPractice(db, of);
  const ofFilms = films.flatMap((film) => [
    film.filename,
    film.posterFilename,
    ...film.texts.map(({ filename }) => filename),
    ...(mediaOf.get(film.id) ?? []).flatMap(({ media, playlist }) => [media, playlist]),
  ]);
  const files = [
    ...(await listStored(db, 'trainingVideo', ofFilms)),
    ...(await listStored(
      db,
      'question_pictures',
      practice.flatMap(picturesOf).map(({ filename }) => filename),
    )),
  ];
  return {
    films: films.map((film) => ({ ...film, media: mediaOf.get(film.id) ?? [] })),
    files: new Map(files.map((file) => [file.filename, file])),
  };
}

/** The smaller versions of films that have a list of them, the largest first. */
async function listMedia(db: Queryable, films: readonly { id: string; ladderFilename: string | null }[]) {
  const prepared = films.filter(({ ladderFilename }) => ladderFilename !== null).map(({ id }) => id);
  if (prepared.length === 0) return [];
  return db
    .selectFrom('filmRendition')
    .innerJoin('storedFile as media', 'media.id', 'filmRendition.fileId')
    .innerJoin('storedFile as playlist', 'playlist.id', 'filmRendition.playlistFileId')
    .select(['filmRendition.filmId', 'filmRendition.lines'])
    .select(['media.filename as media', 'playlist.filename as playlist'])
    .where('filmRendition.filmId', 'in', prepared)
    .orderBy('filmRendition.lines', 'desc')
    .execute();
}

async function listStored(db: Queryable, folder: Folder, names: readonly (string | null)[]): Promise<StoredPackFile[]> {
  const wanted = names.filter((name) => name !== null);
  if (wanted.length === 0) return [];
  return (
    db
      .selectFrom('storedFile')
      .select(['id', 'folder', 'filename', 'contentType', 'sizeBytes', 'sha256', 'createdAt'])
      .where('folder', '=', folder)
      .where('filename', 'in', wanted)
      .where('deletedAt', 'is', null)
      // course files list pictures in this order: the same course has the same bytes
      .orderBy('id')
      .execute()
  );
}
