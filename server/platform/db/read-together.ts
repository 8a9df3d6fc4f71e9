import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Queryable } from './database.ts';

/**
 * The rows of a query as a JSON array, to be read together with others. Values are as JSON has them: a time is a text,
 * a date too; columns keep the names of the query.
 */
export const rowsAsJson = <Row>(query: Expression<Row>): RawBuilder<Row[]> =>
  sql<Row[]>`(select coalesce(jsonb_agg(one), '[]') from ${query} as one)`;

/**
 * Reads several things that have nothing to do with each other by one statement, in place of a round trip for each.
 *
 * @param parts an expression for each, such as `rowsAsJson(…)`.
 */
export async function readTogether<Parts extends Record<string, unknown>>(
  db: Queryable,
  parts: { [Name in keyof Parts]: RawBuilder<Parts[Name]> },
): Promise<Parts> {
  const columns = Object.entries<RawBuilder<unknown>>(parts).map(([name, part]) => sql`${part} as ${sql.ref(name)}`);
  if (columns.length === 0) return {} as Parts;
  const { rows } = await sql<Parts>`select ${sql.join(columns)}`.execute(db);
  return rows[0] as Parts;
}
