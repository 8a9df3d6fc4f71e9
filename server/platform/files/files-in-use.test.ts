import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { isInUse, uses } from './files-in-use.ts';

const db = await testDatabase();

test('every column that refers to a file says when it is in use', async () => {
  const { rows } = await sql<{ column: string }>`
    select referring.relname || '.' || attribute.attname as "column"
    from pg_catalog.pg_constraint as key
    join pg_catalog.pg_class as referring on referring.oid = key.conrelid
    join pg_catalog.pg_attribute as attribute
      on attribute.attrelid = key.conrelid and attribute.attnum = any (key.conkey)
    where key.contype = 'f' and key.confrelid = 'stored_file'::regclass`.execute(db);
  expect(Object.keys(uses).toSorted()).toEqual(rows.map(({ column }) => column).toSorted());
});

test('a file is in use as long as a row names it', async () => {
  const file = { contentType: 'image/png', sizeBytes: 1, sha256: '', folder: 'academy' };
  await db
    .insertInto('storedFile')
    .values([
      { ...file, filename: 'logo' },
      { ...file, filename: 'stray' },
    ])
    .execute();
  const used = async () =>
    (await db.selectFrom('storedFile').select('filename').where(isInUse()).execute()).map(({ filename }) => filename);
  expect(await used()).toEqual([]);
  await db
    .insertInto('academySettings')
    .values((e) => ({ logoId: e.selectFrom('storedFile').select('id').where('filename', '=', 'logo') }))
    .onConflict((conflict) => conflict.column('onlyOne').doUpdateSet((e) => ({ logoId: e.ref('excluded.logoId') })))
    .execute();
  expect(await used()).toEqual(['logo']);
});
