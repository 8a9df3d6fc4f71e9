import type { Tx } from '../../../platform/db/database.ts';

/**
 * Removes a film or a package from its training, and marks its files for deletion: every version of it, and everything
 * generated from it or attached to it. Its row is kept, since it records what was watched.
 */
export async function retireFilm(tx: Tx, filmId: string, now: Date): Promise<void> {
  await tx.updateTable('film').set({ removedAt: now }).where('id', '=', filmId).execute();
  const own = tx.selectFrom('film').where('film.id', '=', filmId);
  const made = tx.selectFrom('filmRendition').where('filmRendition.filmId', '=', filmId);
  await tx
    .updateTable('storedFile')
    .set({ deletedAt: now })
    .where('deletedAt', 'is', null)
    .where((e) =>
      e.or([
        e('id', 'in', own.select('film.fileId')),
        e('id', 'in', own.select('film.posterFileId').$castTo<{ posterFileId: string }>()),
        e('id', 'in', own.select('film.ladderFileId').$castTo<{ ladderFileId: string }>()),
        e('id', 'in', made.select('filmRendition.fileId')),
        e('id', 'in', made.select('filmRendition.playlistFileId')),
        e('id', 'in', tx.selectFrom('packageVersion').select('packageVersion.fileId').where('filmId', '=', filmId)),
        e('id', 'in', tx.selectFrom('filmText').select('filmText.fileId').where('filmText.filmId', '=', filmId)),
      ]),
    )
    .execute();
}
