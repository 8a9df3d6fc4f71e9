import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../db/database.ts';
import type { Link } from './link.ts';

/**
 * A link as stored. `salted` is what its digest covers, with the salt: undefined once it was erased, if it was never
 * kept, or for a chain whose digests are checked elsewhere. `about` names what the link is about. `flaw` is what the
 * chain itself finds wrong with its row.
 */
export type Stored = Link & {
  hash: string;
  salted?: { salt: string; facts: object } | undefined;
  about?: string | undefined;
  flaw?: string | undefined;
};

/** A table whose rows are chained, and the content of its links. */
export type Chain = {
  name: 'audit' | 'certificates';
  table: 'audit_event' | 'certificate_event';
  /** A jsonb array of strings. */
  content: RawBuilder<string[]>;
  /** Links in their order, starting at an index, at most `limit`; none beyond the head (`sizeOf`). */
  read: (db: Queryable, from: number, limit: number) => Promise<Stored[]>;
};

/** The number of links in a chain, and the hash of the last. */
export const getHead = (db: Queryable, { name }: Chain) =>
  db.selectFrom('chainHead').select(['size', 'hash', 'sealedAt']).where('chain', '=', name).executeTakeFirstOrThrow();

/**
 * The number of links in a chain, for a condition in a query: a row with a place beyond it is no link, but was written
 * into the database by somebody. At most as many as a number can count, since its reader takes no larger place.
 */
export const sizeOf = (name: Chain['name']) =>
  sql<number>`(select least(size, ${Number.MAX_SAFE_INTEGER}) from chain_head where chain = ${name})`;

/** The number of committed rows of a chain, chained or not yet: it grows with every row that is committed. */
export async function countRows(db: Queryable, { name, table }: Chain): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select size + (select count(*) from ${sql.table(table)} where seal_index is null) as count
    from chain_head where chain = ${name}`.execute(db);
  return Number(rows[0]?.count);
}

/** The chains that have committed rows which are not yet chained, by one statement. */
export async function findUnchained(db: Queryable, chains: readonly Chain[]): Promise<Chain[]> {
  const looks = chains.map(
    ({ name, table }) => sql`exists (select from ${sql.table(table)} where seal_index is null) as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Record<string, boolean>>`select ${sql.join(looks)}`.execute(db);
  return chains.filter(({ name }) => rows[0]?.[name]);
}
