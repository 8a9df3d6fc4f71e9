import type { CompiledQuery } from 'kysely';
import { columnNames, type Queryable } from './database.ts';

/** Stands for a value while the statement is built. */
class Placeholder {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A statement that Kysely builds once, and that then runs with other values: building it again takes a sixth of what a
 * small read costs the program. For statements of the most frequent reads, whose text is always the same.
 *
 * @param build builds the statement. It passes each value on to Kysely unchanged, at least once, and does not look at
 *   it.
 * @throws Error when `build` has lost a value, at the first use.
 */
export function builtOnce<Values extends readonly unknown[], Row>(
  build: (db: Queryable, ...values: Values) => { compile: () => CompiledQuery<Row> },
): (db: Queryable, ...values: Values) => Promise<Row[]> {
  let built: CompiledQuery<Row> | undefined;
  return async (db, ...values) => {
    built ??= withPlaceholders(values.length, (placeholders) =>
      // without what else this caller's database makes of a statement, such as an explanation
      build(db.withoutPlugins().withPlugin(columnNames), ...(placeholders as unknown as Values)).compile(),
    );
    const parameters = built.parameters.map((one) => (one instanceof Placeholder ? values[one.index] : one));
    const { rows } = await db.executeQuery<Row>({ ...built, parameters });
    return rows;
  };
}

function withPlaceholders<Row>(
  count: number,
  compile: (placeholders: Placeholder[]) => CompiledQuery<Row>,
): CompiledQuery<Row> {
  const placeholders = Array.from({ length: count }, (_, index) => new Placeholder(index));
  const built = compile(placeholders);
  if (!placeholders.every((placeholder) => built.parameters.includes(placeholder)))
    throw new Error('a value of a statement was lost');
  return built;
}
