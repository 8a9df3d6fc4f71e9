import type { CompiledQuery } from 'kysely';
import type { Queryable } from './database.ts';

/** Where a value comes in a statement that is built once. */
class Place {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A statement that Kysely builds once, and that then runs with other values: to build it anew takes a sixth of what a small
 * read costs the program. For statements of the most frequent reads, whose text is always the same.
 *
 * @param build builds the statement; it hands the values on as they are, each at least once, and does nothing else with them.
 * @throws Error when `build` has lost a value, at the first use.
 */
export function builtOnce<Values extends readonly unknown[], Row>(
  build: (db: Queryable, ...values: Values) => { compile: () => CompiledQuery<Row> },
): (db: Queryable, ...values: Values) => Promise<Row[]> {
  let built: CompiledQuery<Row> | undefined;
  return async (db, ...values) => {
    built ??= withPlaces(values.length, (places) => build(db, ...(places as unknown as Values)).compile());
    const parameters = built.parameters.map((one) => (one instanceof Place ? values[one.index] : one));
    const { rows } = await db.executeQuery<Row>({ ...built, parameters });
    return rows;
  };
}

function withPlaces<Row>(count: number, compile: (places: Place[]) => CompiledQuery<Row>): CompiledQuery<Row> {
  const places = Array.from({ length: count }, (_, index) => new Place(index));
  const built = compile(places);
  if (!places.every((place) => built.parameters.includes(place))) throw new Error('a value of a statement was lost');
  return built;
}
