import type { Days, ListQuery } from '@fairlead/contract/shapes';
import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../db/database.ts';
import { Page } from './serve.ts';

/** Rows of a page when the caller names no number. */
const defaultLimit = 100;
/** Counting stops here: past it, the exact number costs more than anyone gains from it. */
const countedUpTo = 1000;

/** What a list query asks for, in the terms of SQL: one row more than the limit tells whether a page follows. */
export function keysetOf(query: ListQuery) {
  const limit = query.limit ?? defaultLimit;
  const words = query.q?.trim() ?? '';
  return {
    take: limit + 1,
    limit,
    after: query.after,
    /** An ILIKE pattern, or undefined when fewer than three letters were typed. */
    pattern: words.length >= 3 ? `%${words.replace(/[\\%_]/g, '\\$&')}%` : undefined,
  };
}

/** A search condition over a text expression; its trigram index is of the same expression. */
export const matches = (expression: ReturnType<typeof sql<string>>, pattern: string) =>
  sql<SqlBool>`${expression} ilike ${pattern}`;

/** Whether a moment lies on the days that a list is narrowed to, by the calendar of a time zone. */
export function onDays(moment: RawBuilder<Date>, { from, to }: Days, timeZone: string): RawBuilder<SqlBool> {
  const midnight = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone ${timeZone}`;
  const since = from ? sql<SqlBool>`${moment} >= ${midnight(sql`${from}::date`)}` : sql<SqlBool>`true`;
  return to ? sql<SqlBool>`${since} and ${moment} < ${midnight(sql`${to}::date + 1`)}` : since;
}

/**
 * An order of a list: which way, and what it goes by beside the id, if anything; rows alike in that follow their ids.
 * An index on the two in this sequence lets a page begin where the one before it ended.
 */
export type Order = {
  way: 'asc' | 'desc';
  id: RawBuilder<string>;
  /** The expression, and the table (by its alias) that it is taken from. */
  by?: { expression: RawBuilder<unknown>; table: RawBuilder<unknown> };
};

/** The order of a list by one id alone, such as `attempt.id`: the latest first. */
export const latestFirst = (id: string): Order => ({ id: sql.ref<string>(id), way: 'desc' });

/**
 * The order of a list that is narrowed to some days: by the moment itself, whose index then begins where the days do,
 * unless it goes by something else already. Ids follow time but for what was imported, so that this is the same order.
 */
export const byMoment = (order: Order, { from, to }: Days, moment: NonNullable<Order['by']>): Order =>
  (from || to) && !order.by ? { ...order, by: moment } : order;

/** The page of a query in an order: what follows the row whose id is the cursor, wherever that row stands by now. */
export function pageInOrder<DB, TB extends keyof DB, O>(
  matching: SelectQueryBuilder<DB, TB, O>,
  { way, id, by }: Order,
  { after, take }: { after: string | undefined; take: number },
): SelectQueryBuilder<DB, TB, O> {
  const beyond = sql.raw(way === 'asc' ? '>' : '<');
  const place = by
    ? sql<SqlBool>`(${by.expression}, ${id}) ${beyond}
        (select ${by.expression}, ${id} from ${by.table} where ${id} = ${after})`
    : sql<SqlBool>`${id} ${beyond} ${after}`;
  const rows = after === undefined ? matching : matching.where(place);
  return (by ? rows.orderBy(by.expression, way) : rows).orderBy(id, way).limit(take);
}

/**
 * Makes the page out of the rows that `take` fetched, with the total of `counted` rows (bounded).
 *
 * @param isBounded whether the search found more people than it looked into.
 */
export function pageOf<Row extends { id: string }, Body>(
  rows: readonly Row[],
  limit: number,
  total: number,
  present: (rows: Row[]) => Body,
  isBounded = false,
): Page<Body> {
  const shown = rows.slice(0, limit);
  return new Page(present(shown), rows.length > limit ? shown.at(-1)?.id : undefined, total, isBounded);
}

/** As many records as a search looks into for what belongs to them: those that were made last. */
export const searchedUpTo = 200;

/** Ids that a search found, and whether there are more than it looks into. */
export type Found = { ids: string[]; isBounded: boolean };

/** The ids that a query finds, the first of them where they are many. */
export async function findBounded(query: {
  limit(n: number): { execute(): Promise<readonly { id: string }[]> };
}): Promise<Found> {
  const rows = await query.limit(searchedUpTo + 1).execute();
  return { ids: rows.slice(0, searchedUpTo).map(({ id }) => id), isBounded: rows.length > searchedUpTo };
}

/**
 * How many rows a list has, up to 1,001. A first page that none follows has them all, and nothing is asked.
 *
 * @param page what was read of it: its rows, one more than its limit where another follows, and where it began.
 */
export async function totalOf(
  db: Queryable,
  matching: Parameters<typeof countBounded>[1],
  page: { rows: readonly unknown[]; limit: number; after: string | undefined },
): Promise<number> {
  const { rows, limit, after } = page;
  return after === undefined && rows.length <= limit ? rows.length : countBounded(db, matching);
}

/** Counts the rows of a query, but never beyond 1,001. */
async function countBounded(db: Queryable, query: { limit(n: number): Expression<unknown> }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${query.limit(countedUpTo + 1)}) as bounded`.execute(db);
  return rows[0]?.count ?? 0;
}
