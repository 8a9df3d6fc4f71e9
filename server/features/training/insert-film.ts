import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Incoming, KeptFile } from '../../platform/files/files.ts';
import type { PreparedFilm } from '../../platform/files/films.ts';
import { insertStoredFile } from '../../platform/files/stored-files.ts';
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
 * Writes the row of a film whose file is kept, in the place that `setId` and `serial` say.
 *
 * @returns the film's id.
 * @throws AppError `conflict` when its upload became a film a moment ago.
 */
export async function insertFilm(tx: Tx, { setId, serial, title, kept, facts, uploadId, now }: NewFilm) {
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
    })
    .onConflict((conflict) => conflict.column('uploadId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!film) throw new AppError('conflict', 'This film is being added already.');
  await queuePreparation(tx, film.id);
  return film.id;
}
