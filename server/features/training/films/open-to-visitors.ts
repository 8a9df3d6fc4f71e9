import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockFilm } from '../film-queries.ts';

type Opening = { filmId: string; open: boolean; actorId: string; ip: string };

/**
 * Lets visitors watch a film on the public page of its course, or ends that; what plays then ends within a minute.
 *
 * @returns the training set's id.
 * @throws AppError `not-found`, `stale` when it was removed or replaced meanwhile.
 */
export async function openToVisitors(
  { db, changes }: Pick<Platform, 'db' | 'changes'>,
  { filmId, open, actorId, ip }: Opening,
): Promise<string> {
  return transaction(db, async (tx) => {
    const film = await lockFilm(tx, filmId);
    if (film.openToVisitors === open) return film.setId;
    await tx.updateTable('film').set({ openToVisitors: open }).where('id', '=', filmId).execute();
    await appendAudit(tx, {
      actorId,
      action: open ? 'training.open-film' : 'training.close-film',
      subject: { kind: 'course', id: film.courseId },
      details: { filmId, title: film.title },
      ip,
    });
    await changes.record(tx, 'public-pages');
    return film.setId;
  });
}
