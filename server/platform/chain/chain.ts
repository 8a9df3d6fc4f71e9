import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../db/database.ts';
import type { Link } from './link.ts';

/** A link as it is stored. `facts` is what its digest is of; undefined once that was forgotten, or never kept. */
export type Stored = Link & { hash: string; salt: string | null; facts: object | undefined };

/** Rows of a table that are chained: where they are, and what of them goes into a link. */
export type Chain = {
  name: 'audit' | 'certificates';
  table: 'audit_event' | 'certificate_event';
  /** A jsonb array of texts. */
  content: RawBuilder<string[]>;
  /** Links in their order, from an index on, at most so many. */
  read: (db: Queryable, from: number, limit: number) => Promise<Stored[]>;
};

/** How many links a chain has, and the hash of the last. */
export const getHead = (db: Queryable, { name }: Chain) =>
  db.selectFrom('chainHead').select(['size', 'hash', 'sealedAt']).where('chain', '=', name).executeTakeFirstOrThrow();

/** Whether a chain has rows that are committed and not yet chained. */
export async function hasUnsealed(db: Queryable, { table }: Chain): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where seal_index is null limit 1`.execute(db);
  return rows.length > 0;
}
