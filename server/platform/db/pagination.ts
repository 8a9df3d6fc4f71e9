import { searchedText, signsOf } from '@fairlead/contract/platform/search';
import type { Days, ListQuery } from '@fairlead/contract/values/shapes';
import {
  type Expression,
  expressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { addDays, startOfDay } from '../calendar.ts';
import { spellingsOf, wordsOf } from '../names/fold-name.ts';
import type { Queryable } from './database.ts';
import type { Schema } from './schema.generated.ts';

/** One page of a paginated list; `next` is the cursor of the next page, `total` is exact up to 1,000. */
export class Page<Body> {
  readonly body: Body;
  readonly next: string | undefined;
  readonly total: number;
  /** Whether its search found more people than it examined, so that there may be more. */
  readonly isBounded: boolean;
  constructor(body: Body, next: string | undefined, total: number, isBounded = false) {
    this.body = body;
    this.next = next;
    this.total = total;
    this.isBounded = isBounded;
  }
}

/** The page size when the caller gives no limit. */
const defaultLimit = 100;
/** Counting stops here: a larger exact total costs more than it is worth. */
const countedUpTo = 1000;

/** A text that a list is searched for, which is not empty. */
export type Search = string & { readonly searched: unique symbol };

/**
 * The query of a list; `isCounted: false` leaves out its total, which takes longer to count than the first few rows
 * to read.
 */
export type Counted<Query> = Query & { isCounted?: boolean | undefined };

/**
 * The parameters of a list query for SQL. One row more than the limit is fetched, to learn whether another page
 * follows.
 */
export function paginationOf(query: ListQuery) {
  const limit = query.limit ?? defaultLimit;
  const searched = searchedText(query.q ?? '');
  return {
    take: limit + 1,
    limit,
    after: query.after,
    /** Undefined when too little was typed. */
    search: searched === '' ? undefined : (searched as Search),
  };
}

/**
 * A search condition over a text expression: the text contains what is searched for. The expression has two indexes: of
 * its trigrams, and of the signs in it (`search_signs`). Fewer than three characters are no trigram: two letters are
 * found where a word begins, which is one, and one or two of a text with signs by these. Without a letter or a digit
 * there is no trigram, and nothing is found: the whole table would be read.
 */
export function matches(expression: RawBuilder<string>, search: Search): RawBuilder<SqlBool> {
  if (!/[\p{L}\p{N}]/u.test(search)) return sql<SqlBool>`false`;
  const characters = [...search];
  if (characters.length > 2) return sql<SqlBool>`${expression} ilike ${`%${literally(search)}%`}`;
  const signs = signsOf(search);
  if (!isBySigns(search)) return beginsWord(expression, search);
  const hasSigns = sql<SqlBool>`search_signs(${expression}) @> ${signs}::text[]`;
  if (characters.length === 1) return hasSigns;
  // concatenated, since with the expression itself all of its trigrams would be read
  return sql<SqlBool>`(${hasSigns} and (${expression} || '') ilike ${`%${literally(search)}%`})`;
}

/**
 * The same for a text that contains names of people as `folded_name` has them: what was typed, or all its words in any
 * order, in one of the spellings of a name.
 */
export function matchesName(expression: RawBuilder<string>, search: Search): RawBuilder<SqlBool> {
  const any = waysToWrite(search).map((words) => {
    const all = words.map((word) => matches(expression, word as Search));
    return expressionBuilder<Schema>().and(all);
  });
  return sql<SqlBool>`${expressionBuilder<Schema>().or(any)}`;
}

/** Email addresses and numbers, which are no names, stay as they are typed. */
const isNoName = (word: string) => /[@\d]/.test(word);

/** The words of a search, for each spelling of its names; and the whole of it, unless its words say as much. */
function waysToWrite(search: Search): string[][] {
  const typed = search.split(/\s+/);
  const [fixed, names] = [typed.filter(isNoName), typed.filter((word) => !isNoName(word))];
  const spellings = spellingsOf(names.join(' ')).map((spelling) => [...fixed, ...wordsOf(spelling)]);
  const ways = spellings
    .map((words) => words.filter((word) => /[\p{L}\p{N}]/u.test(word)))
    .filter((words) => words.length > 0);
  const isSaid = ways[0]?.join(' ') === typed.join(' ').toUpperCase() && !ways[0].some((word) => [...word].length < 3);
  return isSaid ? ways : [[search], ...ways];
}

/** Whether a search uses the index of signs, and not that of trigrams. */
export const isBySigns = (search: Search) => [...search].length < 3 && signsOf(search).length > 0;

/** Text in which the wildcards of LIKE stand for themselves. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/**
 * Whether a word of the text begins so. Of a regular expression, pg_trgm knows the trigrams only where its characters
 * are below U+0800, and few: the class [^[:alnum:]] would have the whole table read. The letters of further scripts,
 * such as Devanagari, need a pattern for each place in which a word begins.
 */
function beginsWord(expression: RawBuilder<string>, start: string): RawBuilder<SqlBool> {
  if (/^[\0-\u07ff]*$/.test(start)) {
    const escaped = start.replace(/[^\p{L}\p{M}\p{N}]/gu, '\\$&');
    return sql<SqlBool>`${expression} ~* ${`(^|[ .,;:@_'"(/+-])${escaped}`}`;
  }
  const places = ['', '% ', '%-', '%('].map(
    (place) => sql<SqlBool>`${expression} ilike ${`${place}${literally(start)}%`}`,
  );
  return sql<SqlBool>`${expressionBuilder<Schema>().or(places)}`;
}

/**
 * Whether a time is within the days of a filter, by the calendar of a time zone. The program says when a day begins:
 * the database may have older rules for the zone, and files and emails are dated by the program.
 */
export function onDays(moment: RawBuilder<Date>, { from, to }: Days, timeZone: string): RawBuilder<SqlBool> {
  const since = from ? sql<SqlBool>`${moment} >= ${startOfDay(from, timeZone)}` : sql<SqlBool>`true`;
  return to ? sql<SqlBool>`${since} and ${moment} < ${startOfDay(addDays(to, 1), timeZone)}` : since;
}

/**
 * The sort order of a list: the direction, and the sort expression beside the id, if any. Rows with equal values are
 * sorted by id. An index on the expression and the id, in this sequence, lets a page start where the previous one
 * ended.
 */
export type Order = {
  way: 'asc' | 'desc';
  id: RawBuilder<string>;
  /** The sort expression, and the table (by its alias) from which it is taken. */
  by?: { expression: RawBuilder<unknown>; table: RawBuilder<unknown> };
};

/** The order by an id alone, such as `attempt.id`: the latest first. */
export const latestFirst = (id: string): Order => ({ id: sql.ref<string>(id), way: 'desc' });

/**
 * The order of a list with a filter by days: by the time itself, so that the scan of its index starts at the first day,
 * unless the list has another sort expression. Except for imported rows, ids are in the order of time, so the order is
 * the same.
 */
export const byMoment = (order: Order, { from, to }: Days, moment: NonNullable<Order['by']>): Order =>
  (from || to) && !order.by ? { ...order, by: moment } : order;

/**
 * Limits a query to one page in an order: the rows after the pagination cursor, which is the id of a row, at that row's
 * current position.
 */
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
 * The size of a page as part of the statement's text. With a parameter, PostgreSQL plans some lists again at each call:
 * the plan for any limit assumes a tenth of all rows. Limits other than the default stay parameters, so that nobody
 * fills the prepared statements with all possible limits.
 */
export const limitInText = (take: number) => (take === defaultLimit + 1 ? sql.lit(take) : sql<number>`${take}`);

/**
 * Makes a page from the fetched rows.
 *
 * @param total the number of rows in the whole list, up to 1,001.
 * @param isBounded whether the search found more people than it examined.
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

/** The maximum number of found people for whom a search looks up the related rows: the most recent ones. */
export const searchedUpTo = 200;

/** Ids that a search found, and whether there are more than its limit. */
export type Found = { ids: string[]; isBounded: boolean };

/** The ids that a query finds, up to the limit of a search. */
export async function findBounded(query: {
  limit(n: number): { execute(): Promise<readonly { id: string }[]> };
}): Promise<Found> {
  const rows = await query.limit(searchedUpTo + 1).execute();
  return { ids: rows.slice(0, searchedUpTo).map(({ id }) => id), isBounded: rows.length > searchedUpTo };
}

/**
 * The number of rows in a list, up to 1,001. No query is needed if the first page is also the last; without counting,
 * it is the number of rows that were read.
 *
 * @param page the rows that were read (one more than the limit if another page follows), its limit and its cursor.
 */
export async function totalOf(
  db: Queryable,
  matching: Countable,
  page: Counted<{ rows: readonly unknown[]; limit: number; after: string | undefined }>,
): Promise<number> {
  const { rows, limit, after, isCounted = true } = page;
  if (!isCounted) return rows.length;
  return after === undefined && rows.length <= limit ? rows.length : countBounded(db, matching);
}

/**
 * The number of rows in a list, up to 1,001, as a column of each row of its page: it is counted once, and costs no
 * statement of its own. A page without rows does not tell it.
 */
export const totalColumn = (query: Countable) => sql<number>`(${countOf(query)})`;

type Countable = { limit(n: RawBuilder<number>): Expression<unknown> };

/** The statement that counts the rows of a query, up to 1,001. */
const countOf = (query: Countable) => sql<{ count: number }>`
  select count(*) as count from (${query.limit(sql.lit(countedUpTo + 1))}) as bounded`;

/** Counts the rows of a query, up to 1,001. */
async function countBounded(db: Queryable, query: Countable): Promise<number> {
  const { rows } = await countOf(query).execute(db);
  return rows[0]?.count ?? 0;
}
