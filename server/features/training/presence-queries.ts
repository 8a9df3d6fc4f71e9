import { among } from '../../platform/db/among.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { momentsOf } from './presence-rules.ts';

/** The checks that staff have set for films, in the order in which it was set. */
export const listSettings = (db: Queryable, filmIds: readonly string[]) =>
  db
    .selectFrom('filmCheck')
    .select(['id', 'filmId', 'atSeconds', 'everySeconds', 'question', 'options', 'answer'])
    .where(among('filmId', filmIds))
    .where('removedAt', 'is', null)
    .orderBy('filmId')
    .orderBy('id')
    .execute();

/** The presence checks of enrolments that staff have not taken back, by film and moment. */
const presenceChecks = (db: Queryable, enrolmentIds: readonly string[]) =>
  db
    .selectFrom('presenceCheck')
    .innerJoin('filmCheck', 'filmCheck.id', 'presenceCheck.checkId')
    .select(['presenceCheck.id', 'presenceCheck.enrolmentId', 'presenceCheck.filmId', 'presenceCheck.atSeconds'])
    .select(['presenceCheck.checkId', 'presenceCheck.askedAt', 'presenceCheck.answeredAt'])
    .select(['filmCheck.question', 'filmCheck.options'])
    .where(among('presenceCheck.enrolmentId', enrolmentIds))
    .where('filmCheck.removedAt', 'is', null)
    .orderBy('presenceCheck.filmId')
    .orderBy('presenceCheck.atSeconds');

/** Those that are not answered. */
export const listOpenChecks = (tx: Tx, enrolmentIds: readonly string[]) =>
  presenceChecks(tx, enrolmentIds).where('presenceCheck.answeredAt', 'is', null).execute();

/** Notes when checks became due. */
export async function noteAsked(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.updateTable('presenceCheck').set({ askedAt: now }).where(among('id', ids)).execute();
}

/**
 * The presence checks of a learner in films that they have opened; draws the moments of those that staff have set since
 * the films were sent last. Idempotent, also for calls at the same moment.
 */
export async function drawChecks(
  db: Queryable,
  enrolmentId: string,
  films: readonly { id: string; durationSeconds: number }[],
) {
  const settings = await listSettings(
    db,
    films.map(({ id }) => id),
  );
  if (settings.length === 0) return [];
  const drawn = await presenceChecks(db, [enrolmentId]).execute();
  const known = new Set(drawn.map(({ checkId }) => checkId));
  const durations = new Map(films.map(({ id, durationSeconds }) => [id, durationSeconds]));
  const missing = settings
    .filter(({ id }) => !known.has(id))
    .flatMap((setting) =>
      momentsOf(setting, durations.get(setting.filmId) ?? 0).map((atSeconds, turn) => ({
        enrolmentId,
        filmId: setting.filmId,
        checkId: setting.id,
        turn,
        atSeconds,
      })),
    );
  if (missing.length === 0) return drawn;
  await db
    .insertInto('presenceCheck')
    .values(missing)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return presenceChecks(db, [enrolmentId]).execute();
}

/** All checks that an enrolment was given, answered or not, for the watch record. */
export const listAsked = (db: Queryable, enrolmentId: string) =>
  db
    .selectFrom('presenceCheck')
    .innerJoin('filmCheck', 'filmCheck.id', 'presenceCheck.checkId')
    .select(['presenceCheck.filmId', 'presenceCheck.atSeconds', 'presenceCheck.askedAt', 'presenceCheck.answeredAt'])
    .select(['presenceCheck.wrongAnswers', 'filmCheck.question'])
    .where('presenceCheck.enrolmentId', '=', enrolmentId)
    .where((e) => e.or([e('filmCheck.removedAt', 'is', null), e('presenceCheck.askedAt', 'is not', null)]))
    .orderBy('presenceCheck.atSeconds')
    .execute();
