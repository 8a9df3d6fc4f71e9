import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockItem } from '../film-queries.ts';

type Renaming = { filmId: string; title: string; actorId: string; ip: string };

/**
 * Renames a film or a package; its watch records are kept.
 *
 * @returns the training set's id.
 * @throws AppError `not-found`, `stale` when it was removed or replaced meanwhile.
 */
export async function renameFilm(
  { db, changes }: Pick<Platform, 'db' | 'changes'>,
  { filmId, title, actorId, ip }: Renaming,
): Promise<string> {
  return transaction(db, async (tx) => {
    const film = await lockItem(tx, filmId);
    if (film.title === title) return film.setId;
    await tx.updateTable('film').set({ title }).where('id', '=', filmId).execute();
    await appendAudit(tx, {
      actorId,
      action: film.kind === 'film' ? 'training.rename-film' : 'training.rename-package',
      subject: { kind: 'course', id: film.courseId },
      details: { filmId, from: film.title, to: title },
      ip,
    });
    await changes.record(tx, 'public-pages');
    return film.setId;
  });
}
