import { isDeepStrictEqual } from 'node:util';
import type { FilmCheck } from '@fairlead/contract/training/presence-checks';
import { appendAudit } from '../../../platform/audit/append.ts';
import { among } from '../../../platform/db/among.ts';
import { type Queryable, type Tx, transaction } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockFilm } from '../film-queries.ts';
import { listSettings } from '../presence-queries.ts';
import { requireAskable } from '../presence-rules.ts';
import { findFilm } from '../queries.ts';

/** The presence checks of a film as staff have set them. */
export const listChecks = async (db: Queryable, filmId: string): Promise<FilmCheck[]> =>
  (await listSettings(db, [filmId])).map(toCheck);

type Setting = Awaited<ReturnType<typeof listSettings>>[number];

const toCheck = ({ atSeconds, everySeconds, question, options, answer }: Setting): FilmCheck => ({
  at: atSeconds,
  every: everySeconds,
  question: question === null ? null : { text: question, options: options as string[], answer: answer ?? 0 },
});

type Change = { filmId: string; checks: readonly FilmCheck[]; actorId: string; ip: string };

/**
 * Replaces the presence checks of a film. One that is the same as before stays, with what was answered to it; of others
 * that are gone nobody is asked any more. Learners are asked what is new when the film is sent to them again.
 *
 * @throws AppError `invalid` for a check that could never be asked, `not-found`, `stale` when the film was removed
 *   or replaced meanwhile.
 */
export async function saveChecks(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { filmId, checks, actorId, ip }: Change,
): Promise<FilmCheck[]> {
  return transaction(db, async (tx) => {
    const { courseId } = await lockFilm(tx, filmId);
    const film = await findFilm(tx, filmId);
    if (!film) throw notFound('There is no such video.');
    requireAskable(checks, film.durationSeconds);
    const before = await listSettings(tx, [filmId]);
    const gone = before.filter((setting) => !checks.some((check) => isDeepStrictEqual(check, toCheck(setting))));
    const added = checks.filter((check) => !before.some((setting) => isDeepStrictEqual(check, toCheck(setting))));
    const now = clock();
    if (gone.length > 0) {
      const ids = gone.map(({ id }) => id);
      await tx.updateTable('filmCheck').set({ removedAt: now }).where(among('id', ids)).execute();
    }
    if (added.length > 0) await insertChecks(tx, filmId, added, now);
    if (gone.length > 0 || added.length > 0) {
      const subject = { kind: 'course', id: courseId } as const;
      const details = { filmId, added: added.length, removed: gone.length };
      await appendAudit(tx, { actorId, action: 'training.set-checks', subject, details, ip });
    }
    return listChecks(tx, filmId);
  });
}

/**
 * Gives the film that replaces another one its checks at random moments; those at a moment of the old film are not for
 * the new one.
 */
export async function carryChecks(tx: Tx, from: string, to: string, now: Date): Promise<void> {
  const carried = (await listChecks(tx, from)).filter(({ every }) => every !== null);
  if (carried.length > 0) await insertChecks(tx, to, carried, now);
}

const insertChecks = (tx: Tx, filmId: string, checks: readonly FilmCheck[], now: Date) =>
  tx
    .insertInto('filmCheck')
    .values(
      checks.map(({ at, every, question }) => ({
        filmId,
        atSeconds: at,
        everySeconds: every,
        createdAt: now,
        question: question?.text ?? null,
        options: question && JSON.stringify(question.options),
        answer: question?.answer ?? null,
      })),
    )
    .execute();
