import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type RawBuilder, sql } from 'kysely';
import { folders } from '../../platform/files/folders.ts';
import type { TestApp } from '../../testing/app.ts';

/** The digest of each row and of each stored file, by its table and key, or its folder and name. */
export type Digests = ReadonlyMap<string, string>;

/** Every table of the schema, with the columns of its key. */
async function tablesOf({ db }: Pick<TestApp, 'db'>): Promise<{ table: string; key: string[] }[]> {
  const { rows } = await sql<{ table: string; key: string[] | null }>`
    select class.relname as "table", (
      select jsonb_agg(attribute.attname order by attribute.attnum)
      from pg_catalog.pg_index as index
      join pg_catalog.pg_attribute as attribute
        on attribute.attrelid = class.oid and attribute.attnum = any (index.indkey)
      where index.indrelid = class.oid and index.indisprimary) as key
    from pg_catalog.pg_class as class
    where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and not class.relispartition
      and class.relname not like 'kysely%'
    order by 1`.execute(db);
  return rows.map(({ table, key }) => ({ table, key: key ?? [] }));
}

/** The tables that a digest looks at. */
export const tableNames = async (program: Pick<TestApp, 'db'>): Promise<string[]> =>
  (await tablesOf(program)).map(({ table }) => table);

/** The key of a row as the names of digests have it. */
export async function keyOf(program: Pick<TestApp, 'db'>, table: string): Promise<RawBuilder<string>> {
  const found = (await tablesOf(program)).find((one) => one.table === table);
  return keyFrom(table, found?.key ?? []);
}

function keyFrom(table: string, key: readonly string[]): RawBuilder<string> {
  const columns = key.length > 0 ? key.map((column) => sql.ref(column)) : [sql`to_jsonb(${sql.table(table)})`];
  return sql<string>`jsonb_build_array(${sql.join(columns)})::text`;
}

/** Digests of all that is stored now. A table without a key has its whole rows as keys. */
export async function digestAll({ db, files }: Pick<TestApp, 'db' | 'files'>): Promise<Digests> {
  const parts = (await tablesOf({ db })).map(({ table, key }) => {
    return sql`select ${sql.lit(table)} || ' ' || ${keyFrom(table, key)} as name,
      md5(to_jsonb(${sql.table(table)})::text) as digest from ${sql.table(table)}`;
  });
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  const digests = new Map(rows.map(({ name, digest }) => [name, digest]));
  for (const folder of folders)
    for await (const { filename } of files.store.list(folder)) {
      const digest = await files.store.withPath(`${folder}/${filename}`, async (path) =>
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      );
      digests.set(`file ${folder}/${filename}`, digest);
    }
  return digests;
}

/** What is in the second and was not in the first. */
export const added = (before: Digests, after: Digests): string[] =>
  [...after.keys()].filter((name) => !before.has(name));

/** Which of some things are gone or changed, each in a line. */
export const differing = (names: Iterable<string>, before: Digests, after: Digests): string[] =>
  [...names].flatMap((name) => {
    const now = after.get(name);
    if (now === before.get(name)) return [];
    return [`${now === undefined ? 'gone' : 'changed'}: ${name}`];
  });
