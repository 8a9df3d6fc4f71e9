import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Incoming, KeptFile } from '../../platform/files/files.ts';
import type { PreparedFilm } from '../../platform/files/films.ts';
import { insertStoredFile } from '../../platform/files/stored-files.ts';
import type { Platform } from '../../platform/platform.ts';
import { queuePreparation } from './prepare-film.ts';

/** A film that came in, by a form or in pieces. */
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
 * Writes the row of a film whose file is kept, in the place that `setId` and `serial` say. Where there is ffmpeg its
 * smaller versions are on their way from now on, and pages that show it ask until they are there.
 *
 * @returns the film's id.
 * @throws AppError `conflict` when its upload became a film a moment ago.
 */
export async function insertFilm(
  tx: Tx,
  { config }: Pick<Platform, 'config'>,
  { setId, serial, title, kept, facts, uploadId, now }: NewFilm,
): Promise<string> {
  const { id: fileId } = await insertStoredFile(tx, kept, { ownerId: null });
  const { durationSeconds, width, height } = facts;
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
      createdAt: now,
      uploadId: uploadId ?? null,
      preparationPercent: config.ffmpeg ? 0 : null,
    })
    .onConflict((conflict) => conflict.column('uploadId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!film) throw new AppError('conflict', 'This film is being added already.');
  await queuePreparation(tx, film.id);
  return film.id;
}
