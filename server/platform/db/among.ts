import { type SqlBool, sql } from 'kysely';

/**
 * Whether a column is one of some ids. The array is a single parameter: the statement is the same for any number of
 * ids, so that the database can reuse its plan, and the planner knows their number.
 */
export const among = (column: string, ids: readonly string[]) => sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`;
