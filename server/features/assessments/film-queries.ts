import { among } from '../../platform/db/among.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** A film that teaches what a question asks. */
export type TeachingFilm = { id: string; title: string; serial: number };

/** The films of a course that learners watch, in their order. */
export const listFilmsOf = (db: Queryable, courseId: string) =>
  db
    .selectFrom('film')
    .innerJoin('trainingSet', 'trainingSet.id', 'film.setId')
    .select(['film.id', 'film.title'])
    .where('trainingSet.courseId', '=', courseId)
    .where('film.removedAt', 'is', null)
    .orderBy('film.serial')
    .execute();

/** Questions with the films that they name, as learners watch them today. They are queried only if there are any. */
export async function withFilms<Q extends { filmId: string | null }>(db: Queryable, questions: readonly Q[]) {
  const films = await findFilmsToday(
    db,
    questions.flatMap(({ filmId }) => filmId ?? []),
  );
  return questions.map(({ filmId, ...question }) => ({ ...question, film: films.get(filmId ?? '') ?? null }));
}

/** Films by the ids that were theirs once: a film that replaced another has its title. A removed one is left out. */
async function findFilmsToday(db: Queryable, ids: readonly string[]): Promise<Map<string, TeachingFilm>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('film as named')
    .innerJoin('film', 'film.setId', 'named.setId')
    .select(['named.id as namedId', 'film.id', 'film.title', 'film.serial'])
    .where(among('named.id', [...new Set(ids)]))
    .where('film.removedAt', 'is', null)
    .where((e) =>
      e.or([
        e('film.id', '=', e.ref('named.id')),
        e.and([e('named.removedAt', 'is not', null), e('film.title', '=', e.ref('named.title'))]),
      ]),
    )
    // of several films with that title, the first
    .orderBy('film.serial', 'desc')
    .execute();
  return new Map(rows.map(({ namedId, ...film }) => [namedId, film]));
}
