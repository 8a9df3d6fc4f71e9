import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Incoming, KeptFile } from '../../../platform/files/files.ts';
import { insertStoredFile } from '../../../platform/files/stored-files.ts';
import type { PreparedFilm } from '../../../platform/films/films.ts';
import type { Platform } from '../../../platform/platform.ts';
import { queuePreparation } from './preparation-queue.ts';

/** A received film, from a form or a resumable upload. */
export type ReceivedFilm = Incoming & { uploadId?: string };

type NewFilm = {
  setId: string;
  serial: number;
  title: string;
  kept: KeptFile;
  facts: PreparedFilm;
  uploadId: string | undefined;
  now: Date;
};

/**
 * Inserts the row of a film whose file is stored, at the position given by `setId` and `serial`. If ffmpeg is available
 * its smaller versions are queued, and pages that show it poll until they are ready.
 *
 * @returns the film's id.
 * @throws AppError `exists` when its upload was made into a film a moment ago.
 */
export async function insertFilm(
  tx: Tx,
  { config }: Pick<Platform, 'config'>,
  { setId, serial, title, kept, facts, uploadId, now }: NewFilm,
): Promise<string> {
  const { id: fileId } = await insertStoredFile(tx, kept, { ownerId: null });
  const { durationSeconds, width, height, originalPlays } = facts;
  const film = await tx
    .insertInto('film')
    .values({
      setId,
      serial,
      title,
      fileId,
      durationSeconds,
      width,
      height,
      originalPlays,
      createdAt: now,
      uploadId: uploadId ?? null,
      preparationPercent: config.ffmpeg ? 0 : null,
    })
    .onConflict((conflict) => conflict.column('uploadId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!film) throw new AppError('exists', 'This video is already being added.');
  await queuePreparation(tx, { id: film.id, durationSeconds });
  return film.id;
}
