import { type SqlBool, sql } from 'kysely';

/**
 * Whether a column is one of some ids. The array is a single parameter: the statement is the same for any number of
 * ids, so that the database can reuse its plan, and the planner knows their number. A single id is compared by itself:
 * for an array PostgreSQL assumes ten ids when it estimates the plan for all values, finds it dearer than a new plan
 * for one, and so plans each call again.
 */
export const among = (column: string, ids: readonly string[]) => {
  const [only] = ids;
  return ids.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${only}::uuid`
    : sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`;
};
