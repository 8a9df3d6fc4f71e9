import { type Db, type Tx, transaction } from '../../platform/db/database.ts';
import { type Files, keepFor, type Prepared } from '../../platform/files/files.ts';
import { insertStoredFile } from '../../platform/files/stored-files.ts';
import { FfmpegFailure } from '../../platform/films/ffmpeg.ts';
import { inspectFilm } from '../../platform/films/films.ts';
import { playlistType } from '../../platform/films/playlists.ts';
import {
  ladderOf,
  makePoster,
  makeVersion,
  masterPlaylist,
  type Rung,
  soundOnly,
} from '../../platform/films/renditions.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { Platform } from '../../platform/platform.ts';

export const prepareFilmJob = 'prepare-film';

/** Queues the preparation of a film; without ffmpeg the job waits for a program that has it. */
export const queuePreparation = (tx: Tx, filmId: string): Promise<void> =>
  enqueue(tx, prepareFilmJob, { filmId }, { key: `${prepareFilmJob}:${filmId}` });

type Preparation = Pick<Platform, 'db' | 'files'> & { ffmpeg: string; signal: AbortSignal };
type Film = NonNullable<Awaited<ReturnType<typeof findUnprepared>>>;

/** The film was removed or replaced during its preparation, which is not an error. */
class FilmGone extends Error {}

/**
 * Generates a poster and smaller versions of a film, one after the other. Each is stored as soon as it is ready, so
 * that a restart loses only one of them. A film that ffmpeg cannot read still plays in its original version, and staff
 * see the reason.
 *
 * @throws the reason of `signal` on shutdown: the next run continues.
 */
export async function prepareFilm(preparation: Preparation, filmId: string): Promise<void> {
  const { db, files } = preparation;
  const film = await findUnprepared(db, filmId);
  if (!film) return;
  try {
    const path = files.path('trainingVideo', film.filename);
    await prepareAll(preparation, { ...film, path });
  } catch (error) {
    if (error instanceof FilmGone) return;
    if (!(error instanceof FfmpegFailure)) throw error;
    await update(db, film.id, { preparationFailure: error.message });
  }
}

async function prepareAll(preparation: Preparation, film: Film & { path: string }): Promise<void> {
  const { db, files } = preparation;
  const { audioCodec } = await inspectFilm(film.path);
  const ladder = ladderOf({ ...film, hasSound: audioCodec !== null });
  if (!film.posterFileId) await keepPoster(preparation, film.id, await makePoster(film, preparation));
  const percent = percentWriter(db, film.id);
  for (const [index, rung] of ladder.entries()) {
    if (await hasRendition(db, film.id, rung)) continue;
    const onProgress = (seconds: number) =>
      percent.write((index + Math.min(1, seconds / film.durationSeconds)) / ladder.length);
    const version = await makeVersion(film, rung, { ...preparation, onProgress });
    await percent.done();
    await keepVersion(preparation, film.id, rung, version);
  }
  const master = masterPlaylist(await listPictures(db, film.id));
  const file = await files.receiveOwn(Buffer.from(master), playlistType, 'ladder.m3u8');
  await keepOne(preparation, film.id, file, (tx, ladderFileId) =>
    update(tx, film.id, { ladderFileId, preparationPercent: 100, preparationFailure: null }),
  );
}

/** Stores percentages of progress, one write at a time; `done` waits for the last write, and throws its error. */
function percentWriter(db: Db, filmId: string) {
  let last = 0;
  let writing: Promise<unknown> | undefined;
  let failure: { error: unknown } | undefined;
  return {
    write(share: number) {
      const percent = Math.min(99, Math.floor(share * 100));
      if (percent <= last || writing) return;
      last = percent;
      writing = update(db, filmId, { preparationPercent: percent })
        .catch((error: unknown) => {
          failure = { error };
        })
        .finally(() => {
          writing = undefined;
        });
    },
    async done() {
      await writing;
      if (failure) throw failure.error;
    },
  };
}

const keepPoster = (preparation: Preparation, filmId: string, poster: Prepared) =>
  keepOne(preparation, filmId, poster, (tx, posterFileId) => update(tx, filmId, { posterFileId }));

async function keepVersion(
  { db, files }: Preparation,
  filmId: string,
  { lines }: Rung,
  { media, playlist, mediaName, bitsPerSecond }: Awaited<ReturnType<typeof makeVersion>>,
): Promise<void> {
  await keepFor(files, [{ file: media, folder: 'trainingVideo' }], async ([kept]) => {
    const named = Buffer.from(playlist.replaceAll(mediaName, kept.filename));
    const list = await files.receiveOwn(named, playlistType, `${lines}.m3u8`);
    return keepFor(files, [{ file: list, folder: 'trainingVideo' }], ([keptList]) =>
      transaction(db, async (tx) => {
        await demandLive(tx, filmId);
        const { id: fileId } = await insertStoredFile(tx, kept, { ownerId: null });
        const { id: playlistFileId } = await insertStoredFile(tx, keptList, { ownerId: null });
        await tx.insertInto('filmRendition').values({ filmId, lines, fileId, playlistFileId, bitsPerSecond }).execute();
      }),
    );
  });
}

const keepOne = (
  { db, files }: { db: Db; files: Files },
  filmId: string,
  file: Prepared,
  write: (tx: Tx, fileId: string) => Promise<unknown>,
) =>
  keepFor(files, [{ file, folder: 'trainingVideo' }], ([kept]) =>
    transaction(db, async (tx) => {
      await demandLive(tx, filmId);
      const { id } = await insertStoredFile(tx, kept, { ownerId: null });
      await write(tx, id);
    }),
  );

/** Locks the film's row against a concurrent removal, and throws if it was removed, so that no file is added to it. */
async function demandLive(tx: Tx, filmId: string): Promise<void> {
  const film = await tx.selectFrom('film').select('removedAt').where('id', '=', filmId).forUpdate().executeTakeFirst();
  if (!film || film.removedAt) throw new FilmGone();
}

const findUnprepared = (db: Db, id: string) =>
  db
    .selectFrom('film')
    .innerJoin('storedFile', 'storedFile.id', 'film.fileId')
    .select([
      'film.id',
      'film.width',
      'film.height',
      'film.durationSeconds',
      'film.posterFileId',
      'storedFile.filename',
    ])
    .where('film.id', '=', id)
    .where('film.removedAt', 'is', null)
    .where('film.ladderFileId', 'is', null)
    .executeTakeFirst();

const hasRendition = async (db: Db, filmId: string, { lines }: Rung) =>
  (await db
    .selectFrom('filmRendition')
    .select('lines')
    .where('filmId', '=', filmId)
    .where('lines', '=', lines)
    .executeTakeFirst()) !== undefined;

const listPictures = (db: Db, filmId: string) =>
  db
    .selectFrom('filmRendition')
    .innerJoin('storedFile', 'storedFile.id', 'filmRendition.playlistFileId')
    .select(['storedFile.filename as playlist', 'filmRendition.bitsPerSecond'])
    .where('filmRendition.filmId', '=', filmId)
    .where('filmRendition.lines', '>', soundOnly.lines)
    .execute();

type Progress = Partial<{
  posterFileId: string;
  ladderFileId: string;
  preparationPercent: number;
  preparationFailure: string | null;
}>;
const update = (db: Db | Tx, id: string, values: Progress) =>
  db.updateTable('film').set(values).where('id', '=', id).execute();
