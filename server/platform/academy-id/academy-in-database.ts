import { type Kysely, sql } from 'kysely';

/** The academy in a database. Its id is undefined until this version has started on it, and so is what came later. */
export type AcademyInDatabase = {
  id: string | undefined;
  knownAt: Date | undefined;
  vaultDigest?: string | null | undefined;
};

/** The root database, whatever its schema is: it may be of an older version, or empty. */
type AnyDb = Kysely<never>;

const hasTable = async (db: AnyDb, name: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${`public.${name}`}) is not null as found`.execute(
    db,
  );
  return rows[0]?.found === true;
};

/**
 * Finds the academy in a database of any schema; nothing is changed.
 *
 * @returns undefined when there is none: no table, or no person, whom the first start of an academy adds.
 */
export async function academyIn(db: AnyDb): Promise<AcademyInDatabase | undefined> {
  if (await hasTable(db, 'academy')) {
    const { rows } = await sql<{
      id: string;
      knownAt: Date;
      vaultDigest?: string | null;
    }>`select * from academy`.execute(db);
    if (rows[0]) return rows[0];
  }
  if (!(await hasTable(db, 'account'))) return undefined;
  const { rows } = await sql`select 1 from account limit 1`.execute(db);
  return rows.length > 0 ? { id: undefined, knownAt: undefined } : undefined;
}

/** Whether the database names one of these keys; undefined when it has no keys, since the first start was killed. */
export async function knowsKeys(db: AnyDb, ids: readonly string[]): Promise<boolean | undefined> {
  if (!(await hasTable(db, 'signing_key'))) return undefined;
  const { rows } = await sql<{ known: boolean | null }>`
    select bool_or(id = any (${ids}::text[])) as known from signing_key`.execute(db);
  return rows[0]?.known ?? undefined;
}

/** Whether the database has the row of one of these stored files. */
export async function knowsFiles(db: AnyDb, names: readonly string[]): Promise<boolean> {
  if (!(await hasTable(db, 'stored_file'))) return false;
  const { rows } = await sql`
    select 1 from stored_file where folder || '/' || filename = any (${names}::text[]) limit 1`.execute(db);
  return rows.length > 0;
}
