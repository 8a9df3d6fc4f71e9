import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { keepFor } from '../../../platform/files/files.ts';
import { prepareFilm } from '../../../platform/films/films.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockFilm } from '../film-queries.ts';
import { findFilm } from '../queries.ts';
import { carryChecks } from './film-checks.ts';
import { insertFilm, type ReceivedFilm } from './insert-film.ts';
import { retireFilm } from './retire-film.ts';

type Replacement = { filmId: string; film: ReceivedFilm | undefined; actorId: string; ip: string };

/**
 * Replaces a film by another one under the same title. The new one is a separate film, so nothing watched of the old
 * one counts for it, and of the presence checks it gets those at random moments; learners who submitted the training do
 * not have to watch it. What was watched aboard of the old one can count, by a setting of the course. The old file is
 * deleted later.
 *
 * @returns the training set's id.
 * @throws AppError `invalid` without a film, `bad-file` for one that cannot be played, `not-found`, `stale` when the
 * old one was removed or replaced meanwhile.
 */
export async function replaceFilm(platform: Platform, replacement: Replacement): Promise<string> {
  const { db, files, clock, changes } = platform;
  const { filmId, film, actorId, ip } = replacement;
  if (!film) {
    const sentence = 'Please choose a video.';
    throw new AppError('invalid', sentence, { fields: { film: sentence } });
  }
  // Check first, so that no film is processed in vain.
  if (!(await findFilm(db, filmId))) throw notFound('There is no such video.');
  const prepared = await prepareFilm(film, { converts: platform.config.ffmpeg !== undefined });
  return keepFor(files, [{ file: prepared, folder: 'trainingVideo' }], ([kept]) =>
    transaction(db, async (tx) => {
      const old = await lockFilm(tx, filmId);
      const now = clock();
      await retireFilm(tx, filmId, now);
      const { setId, serial, title } = old;
      const { uploadId } = film;
      const newId = await insertFilm(tx, platform, { setId, serial, title, kept, facts: prepared, uploadId, now });
      await tx.updateTable('film').set({ successorId: newId }).where('id', '=', filmId).execute();
      await carryChecks(tx, filmId, newId, now);
      const { originalName, sha256 } = kept;
      await appendAudit(tx, {
        actorId,
        action: 'training.replace-film',
        subject: { kind: 'course', id: old.courseId },
        details: { filmId, newId, title, originalName, sha256 },
        ip,
      });
      await changes.record(tx, 'public-pages');
      return old.setId;
    }),
  );
}
