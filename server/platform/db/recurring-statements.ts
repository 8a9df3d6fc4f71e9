/**
 * A longer statement inserts many rows at once, and has a different text for each number of rows. The longest read, of
 * a learner's first page, has some 13,000 characters, and would take more than 10 ms to plan.
 */
const longestPrepared = 16_000;

/**
 * The best plan of a search depends on the search text: the plan for one text would not suit the next. A regular
 * expression that is written out in the statement does not vary; a fixed `like` is still taken for a search.
 */
const isSearch = (sql: string) => /\b(i?like|similar to)\b|~(?!\*?\s*')/i.test(sql);

/**
 * Whether a statement that recurs is prepared, so that the database does not parse and plan it again. The embedded
 * database and a server's connections both ask here.
 */
export const isWorthPreparing = (sql: string): boolean => sql.length <= longestPrepared && !isSearch(sql);
