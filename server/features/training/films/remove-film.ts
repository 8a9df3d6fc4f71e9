import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listFilmIds, lockItem, numberFilms } from '../film-queries.ts';
import { retireFilm } from './retire-film.ts';

type Removal = { filmId: string; actorId: string; ip: string };

/**
 * Removes a film or a package from its training; the items after it move up. Its row is kept, since it records what was
 * watched, and its files are deleted later. A submitted training stays submitted.
 *
 * @returns the training set's id.
 * @throws AppError `not-found`, `stale` when it was removed or replaced meanwhile.
 */
export async function removeFilm(
  { db, clock, changes }: Pick<Platform, 'db' | 'clock' | 'changes'>,
  { filmId, actorId, ip }: Removal,
): Promise<string> {
  return transaction(db, async (tx) => {
    const film = await lockItem(tx, filmId);
    const now = clock();
    await retireFilm(tx, filmId, now);
    await numberFilms(tx, film.setId, await listFilmIds(tx, film.setId));
    await appendAudit(tx, {
      actorId,
      action: film.kind === 'film' ? 'training.remove-film' : 'training.remove-package',
      subject: { kind: 'course', id: film.courseId },
      details: { filmId, title: film.title, serial: film.serial },
      ip,
    });
    await changes.record(tx, 'public-pages');
    return film.setId;
  });
}
