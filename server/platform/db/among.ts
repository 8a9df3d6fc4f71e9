import { type SqlBool, sql } from 'kysely';

/**
 * Whether a column is one of some ids. An array is one parameter: the statement is the same for any number of them, so
 * that the database can keep its plan, and is told how many there are.
 */
export const among = (column: string, ids: readonly string[]) => sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`;
