import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { type Incoming, type KeptFile, keepFor } from '../../../platform/files/files.ts';
import { type PreparedFilm, prepareFilm } from '../../../platform/films/films.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lastSerial } from '../film-queries.ts';
import { titleFrom } from '../rules.ts';
import { insertFilm, type ReceivedFilm } from './insert-film.ts';

type Upload = {
  courseId: string;
  title: string;
  films: readonly ReceivedFilm[];
  actorId: string;
  ip: string;
};

/**
 * Appends films to a course's training. The first upload creates the training, and every upload sets its title. All
 * films are accepted or, if one is invalid, none.
 *
 * @returns the training set's id.
 * @throws AppError `invalid` without a film, `bad-file` naming the film and the problem, `not-found`.
 */
export async function uploadFilms(platform: Platform, upload: Upload): Promise<string> {
  const { db, files, clock, changes } = platform;
  if (upload.films.length === 0) {
    const sentence = 'Please choose at least one video.';
    throw new AppError('invalid', sentence, { fields: { trainingVideo: sentence } });
  }
  const course = await db.selectFrom('course').select('id').where('id', '=', upload.courseId).executeTakeFirst();
  if (!course) throw notFound('There is no such course.');
  // One by one: the inspection of each film uses a thread, and the machine may have only two cores.
  const prepared: PreparedFilm[] = [];
  const converts = platform.config.ffmpeg !== undefined;
  for (const film of upload.films) prepared.push(await prepareNamed(film, converts));
  const wanted = prepared.map((file) => ({ file, folder: 'trainingVideo' as const }));
  return keepFor(files, wanted, (kept) =>
    transaction(db, async (tx) => {
      const now = clock();
      const setId = await beginOrRename(tx, upload, now);
      const films = kept.map((file, index) => ({
        kept: file,
        facts: prepared[index] as PreparedFilm,
        uploadId: upload.films[index]?.uploadId,
      }));
      await appendFilms(tx, platform, { setId, films, now });
      await appendAudit(tx, {
        actorId: upload.actorId,
        action: 'training.upload',
        subject: { kind: 'course', id: upload.courseId },
        details: { films: kept.map(({ originalName, sha256 }) => ({ originalName, sha256 })) },
        ip: upload.ip,
      });
      await changes.record(tx, 'public-pages');
      return setId;
    }),
  );
}

async function prepareNamed(film: Incoming, converts: boolean): Promise<PreparedFilm> {
  try {
    return await prepareFilm(film, { converts });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const sentence = `${film.originalName}: ${error.message}`;
    throw Object.assign(new AppError(error.code, sentence, { fields: { [film.part]: sentence } }), { cause: error });
  }
}

/** The row stays locked until the transaction ends, so that two uploads number their films one after the other. */
async function beginOrRename(tx: Tx, { courseId, title }: Upload, now: Date): Promise<string> {
  const { id } = await tx
    .insertInto('trainingSet')
    .values({ courseId, title, createdAt: now })
    .onConflict((conflict) => conflict.column('courseId').doUpdateSet({ title }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type NewFilm = { kept: KeptFile; facts: PreparedFilm; uploadId: string | undefined };

async function appendFilms(
  tx: Tx,
  platform: Platform,
  { setId, films, now }: { setId: string; films: readonly NewFilm[]; now: Date },
): Promise<void> {
  let serial = await lastSerial(tx, setId);
  for (const film of films) {
    serial += 1;
    await insertFilm(tx, platform, { ...film, setId, serial, title: titleFrom(film.kept.originalName, serial), now });
  }
}
