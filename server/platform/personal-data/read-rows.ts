import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';
import { isOf, type Person, type PersonalTable } from './personal-table.ts';

/** All rows of a table that belong to a person, in the form of the person's copy. */
export async function readRows(db: Queryable, person: Person, declared: PersonalTable): Promise<unknown[]> {
  const { table, withheld = [], gives } = declared;
  const given = gives ?? sql`to_jsonb(${sql.table(table)}.*) - ${sql.lit(`{${withheld.join(',')}}`)}::text[]`;
  const { rows } = await sql<{ given: unknown }>`
    select ${given} as given from ${sql.table(table)} where ${isOf(person, declared)}`.execute(db);
  return rows.map((row) => row.given);
}
