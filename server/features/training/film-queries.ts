import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';

export const noSuchFilm = () => notFound('There is no such video.');
/**
 * The same answer for a film that is not open to visitors, for one of another course, and for one that does not exist.
 */
export const noSuchOpenFilm = () => notFound('This video is not open to visitors.');

/**
 * Locks a training set until the transaction ends, so that changes to its films or their order run one after another.
 * Returns whether it exists.
 */
export async function lockTraining(tx: Tx, id: string): Promise<boolean> {
  const set = await tx.selectFrom('trainingSet').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return set !== undefined;
}

/**
 * A film, as `lockItem` finds it.
 *
 * @throws AppError as `lockItem` does, and `conflict` for a package.
 */
export async function lockFilm(tx: Tx, id: string) {
  const item = await lockItem(tx, id);
  if (item.kind !== 'film') throw new AppError('conflict', 'This is a package, not a video.');
  return item;
}

/** The number of the last item of a training, 0 without any; the caller holds the set's lock. */
export async function lastSerial(tx: Tx, setId: string): Promise<number> {
  const last = await tx
    .selectFrom('film')
    .select((e) => e.fn.max('serial').as('serial'))
    .where('setId', '=', setId)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return last?.serial ?? 0;
}

/**
 * An item of a training, a film or a package, with its position; locks its set until the transaction ends.
 *
 * @throws AppError `not-found`, `stale` when somebody removed it from the training meanwhile.
 */
export async function lockItem(tx: Tx, id: string) {
  const { setId } = (await tx.selectFrom('film').select('setId').where('id', '=', id).executeTakeFirst()) ?? {};
  if (!setId) throw noSuchFilm();
  await lockTraining(tx, setId);
  // Read after the lock is acquired: the previous holder may have changed this film.
  const film = await tx
    .selectFrom('film')
    .innerJoin('trainingSet', 'trainingSet.id', 'film.setId')
    .select(['film.id', 'film.setId', 'film.serial', 'film.title', 'film.fileId', 'film.removedAt'])
    .select(['film.openToVisitors', 'film.kind', 'film.durationSeconds'])
    .select('trainingSet.courseId')
    .where('film.id', '=', id)
    .executeTakeFirst();
  if (!film) throw noSuchFilm();
  if (film.removedAt) throw new AppError('stale', 'Somebody has removed or replaced this video.');
  return film;
}

/** The ids of a training's films, in their order. */
export async function listFilmIds(tx: Tx, setId: string): Promise<string[]> {
  const films = await tx
    .selectFrom('film')
    .select('id')
    .where('setId', '=', setId)
    .where('removedAt', 'is', null)
    .orderBy('serial')
    .execute();
  return films.map(({ id }) => id);
}

/** Numbers all films of a training from 1 in this order; the caller holds the set's lock. */
export async function numberFilms(tx: Tx, setId: string, inOrder: readonly string[]): Promise<void> {
  // Negate first: the unique index is checked row by row, and two films would get the same number meanwhile.
  await sql`update film set serial = -serial where set_id = ${setId} and removed_at is null`.execute(tx);
  await sql`
    update film set serial = place.serial
    from (
      select value::uuid as id, ordinality as serial
      from jsonb_array_elements_text(${JSON.stringify(inOrder)}::jsonb) with ordinality
    ) as place
    where film.id = place.id and film.set_id = ${setId} and film.removed_at is null`.execute(tx);
}
