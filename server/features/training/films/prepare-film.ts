import { type Db, type Tx, transaction } from '../../../platform/db/database.ts';
import { type Files, type KeptFile, keepFor, type Prepared } from '../../../platform/files/files.ts';
import { insertStoredFile, markDeleted } from '../../../platform/files/stored-files.ts';
import { FfmpegFailure } from '../../../platform/films/ffmpeg.ts';
import { inspectFilm } from '../../../platform/films/films.ts';
import { factsOf, masterPlaylist } from '../../../platform/films/master-playlist.ts';
import { playlistType } from '../../../platform/films/playlists.ts';
import { ladderOf, makePoster, makeVersion, type Rung, type Version } from '../../../platform/films/renditions.ts';
import { Refusal } from '../../../platform/inspection/refusal.ts';
import type { Platform } from '../../../platform/platform.ts';
import { keepSubtitles } from './keep-subtitles.ts';
import { FilmGone, lockLive } from './live-film.ts';
import { percentWriter } from './preparation-percent.ts';
import { queueNextVersion } from './preparation-queue.ts';

type Preparation = Pick<Platform, 'db' | 'files' | 'clock'> & { ffmpeg: string; signal: AbortSignal };
type Film = NonNullable<Awaited<ReturnType<typeof findFilm>>>;

/**
 * Makes the next version of a film, the first time with its poster and captions, and queues the one after it. Each
 * version is stored as soon as it is ready, together with a new list of all of them, so that the film can be played by
 * then, and a restart loses only one of them. A film that is refused now, though it
 * was taken once, or that ffmpeg cannot read, keeps what there is of it, and staff see the reason.
 *
 * @returns whether a version is left to be made.
 * @throws the reason of `signal` on shutdown: the next run continues.
 */
export async function prepareFilm(preparation: Preparation, filmId: string): Promise<boolean> {
  const { db, files } = preparation;
  const film = await findFilm(db, filmId);
  if (!film) return false;
  try {
    return await files.withPath('trainingVideo', film.filename, (path) => makeNext(preparation, { ...film, path }));
  } catch (error) {
    if (error instanceof FilmGone) return false;
    if (!(error instanceof FfmpegFailure || error instanceof Refusal)) throw error;
    await update(db, film.id, { preparationFailure: error.message });
    return false;
  }
}

async function makeNext(preparation: Preparation, film: Film & { path: string }): Promise<boolean> {
  const { db } = preparation;
  const { audioCodec, highDynamicRange } = await inspectFilm(film.path);
  const source = { ...film, highDynamicRange };
  const ladder = ladderOf({ ...film, hasSound: audioCodec !== null });
  const stored = await listVersions(db, film.id);
  const [rung, next] = ladder.filter(({ lines }) => !stored.some((one) => one.lines === lines));
  if (!rung) return false;
  if (!film.posterFileId && film.width > 0) {
    await keepPoster(preparation, film.id, await makePoster(source, preparation));
  }
  if (film.subtitlesNote === null) await keepSubtitles(preparation, source);
  const percent = percentWriter(film.preparationPercent ?? 0, (preparationPercent) =>
    update(db, film.id, { preparationPercent }),
  );
  const made = ladder.filter(({ lines }) => stored.some((one) => one.lines === lines)).length;
  const version = await makeVersion(source, rung, {
    ...preparation,
    onProgress: (seconds) => percent.write((made + Math.min(1, seconds / film.durationSeconds)) / ladder.length),
  });
  await percent.done();
  await keepVersion(preparation, film, { rung, next, version });
  return next !== undefined;
}

const keepPoster = ({ db, files }: Preparation, filmId: string, poster: Prepared) =>
  keepFor(files, [{ file: poster, folder: 'trainingVideo' }], ([kept]) =>
    transaction(db, async (tx) => {
      await lockLive(tx, filmId);
      const { id: posterFileId } = await insertStoredFile(tx, kept, { ownerId: null });
      await update(tx, filmId, { posterFileId });
    }),
  );

type Made = { rung: Rung; next: Rung | undefined; version: Version };

/**
 * Stores a version and its playlist, and in the same transaction the list of all versions in place of the one before.
 */
async function keepVersion(
  { db, files, clock }: Preparation,
  film: Pick<Film, 'id' | 'durationSeconds'>,
  { rung: { lines }, next, version: { media, playlist, mediaName } }: Made,
): Promise<void> {
  await keepFor(files, [{ file: media, folder: 'trainingVideo' }], async ([kept]) => {
    const named = Buffer.from(playlist.replaceAll(mediaName, kept.filename));
    const list = await files.receiveOwn(named, playlistType, `${lines}.m3u8`);
    return keepFor(files, [{ file: list, folder: 'trainingVideo' }], async ([keptList]) => {
      const master = await masterOf(files, [
        ...(await listVersions(db, film.id)),
        { media: kept.filename, playlist: keptList.filename },
      ]);
      return keepFor(files, [{ file: master, folder: 'trainingVideo' }], ([keptMaster]) =>
        transaction(db, async (tx) => {
          const { ladderFileId: before } = await lockLive(tx, film.id);
          const insert = async (one: KeptFile) => (await insertStoredFile(tx, one, { ownerId: null })).id;
          const [fileId, playlistFileId] = [await insert(kept), await insert(keptList)];
          await tx.insertInto('filmRendition').values({ filmId: film.id, lines, fileId, playlistFileId }).execute();
          const ladderFileId = await insert(keptMaster);
          const done = { ladderFileId, preparationFailure: null };
          await update(tx, film.id, next ? done : { ...done, preparationPercent: 100 });
          if (before) await markDeleted(tx, before, clock());
          if (next) await queueNextVersion(tx, film, next.lines);
        }),
      );
    });
  });
}

type StoredVersion = { media: string; playlist: string };

/** The list of all versions of a film, from what is stored of them. */
async function masterOf(files: Files, versions: readonly StoredVersion[]): Promise<Prepared> {
  const facts = versions.map(async ({ media, playlist }) => {
    const file = await files.open('trainingVideo', media);
    try {
      const text = String(await files.read('trainingVideo', playlist));
      return await factsOf(playlist, { media: file.stored, playlist: text });
    } finally {
      await file.close();
    }
  });
  return files.receiveOwn(Buffer.from(masterPlaylist(await Promise.all(facts))), playlistType, 'ladder.m3u8');
}

const findFilm = (db: Db, id: string) =>
  db
    .selectFrom('film')
    .innerJoin('storedFile', 'storedFile.id', 'film.fileId')
    .select([
      'film.id',
      'film.width',
      'film.height',
      'film.durationSeconds',
      'film.posterFileId',
      'film.preparationPercent',
      'film.subtitlesNote',
      'storedFile.filename',
    ])
    .where('film.id', '=', id)
    .where('film.removedAt', 'is', null)
    .executeTakeFirst();

const listVersions = (db: Db, filmId: string) =>
  db
    .selectFrom('filmRendition')
    .innerJoin('storedFile as media', 'media.id', 'filmRendition.fileId')
    .innerJoin('storedFile as list', 'list.id', 'filmRendition.playlistFileId')
    .select(['filmRendition.lines', 'media.filename as media', 'list.filename as playlist'])
    .where('filmRendition.filmId', '=', filmId)
    .execute();

type Progress = Partial<{
  posterFileId: string;
  ladderFileId: string;
  preparationPercent: number;
  preparationFailure: string | null;
}>;
const update = (db: Db | Tx, id: string, values: Progress) =>
  db.updateTable('film').set(values).where('id', '=', id).execute();
