import { type ImportRowsQuery, importOutcomes, type PeopleImport } from '@fairlead/contract/people-import';
import { sql } from 'kysely';
import { notFound } from '../../../errors.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { matches, type Order, pageInOrder, paginationOf, totalOf } from '../../../platform/db/pagination.ts';

/**
 * An import with the number of its rows for each outcome.
 *
 * @throws AppError `not-found`.
 */
export async function getImport(db: Queryable, id: string) {
  const found = await db
    .selectFrom('peopleImport')
    .select(['id', 'filename', 'createdAt', 'confirmedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound('This import was not found. An import that is not confirmed is kept for one day.');
  const rows = await db
    .selectFrom('peopleImportRow')
    .select(['outcome', (e) => e.fn.countAll<number>().as('count')])
    .where('importId', '=', id)
    .groupBy('outcome')
    .execute();
  const counted = new Map(rows.map(({ outcome, count }) => [outcome, count]));
  const counts = Object.fromEntries(
    importOutcomes.map((one) => [one, counted.get(one) ?? 0]),
  ) as PeopleImport['counts'];
  return { ...found, counts };
}

const byRow: Order = {
  way: 'asc',
  id: sql<string>`people_import_row.id`,
  by: { expression: sql`people_import_row.row`, table: sql`people_import_row` },
};

const rowText = sql<string>`(first_name || ' ' || last_name || ' ' || email)`;

/** A page of the rows of an import, in their order. An import is small enough to be searched without an index. */
export async function listImportRows(db: Queryable, importId: string, { outcome, ...query }: ImportRowsQuery) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = db.selectFrom('peopleImportRow').selectAll().where('importId', '=', importId);
  if (outcome) matching = matching.where('outcome', '=', outcome);
  if (search) matching = matching.where(matches(rowText, search));
  const rows = await pageInOrder(matching, byRow, { after, take }).execute();
  return { rows, limit, total: await totalOf(db, matching, { rows, limit, after }) };
}
