import type { Tx } from '../../../platform/db/database.ts';

/** The film was removed or replaced during its preparation, which is not an error. */
export class FilmGone extends Error {}

/**
 * Locks a film's row against a concurrent removal, so that no file is added to a film that was removed.
 *
 * @throws FilmGone
 */
export async function lockLive(tx: Tx, filmId: string): Promise<{ ladderFileId: string | null }> {
  const film = await tx
    .selectFrom('film')
    .select(['removedAt', 'ladderFileId'])
    .where('id', '=', filmId)
    .forUpdate()
    .executeTakeFirst();
  if (!film || film.removedAt) throw new FilmGone();
  return film;
}
