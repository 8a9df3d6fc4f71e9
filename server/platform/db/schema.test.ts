import fs from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { describeDataModel } from './describe-data-model.ts';
import { describeSchema, SCHEMA_FILE } from './generate-schema.ts';

const db = await testDatabase();

test('the types of the tables match the migrations: node server/platform/db/generate-schema.ts', async () => {
  expect(fs.readFileSync(SCHEMA_FILE, 'utf8')).toBe(await describeSchema(db));
});

test('the data model describes every table, and draws its keys', async () => {
  const page = await describeDataModel(db);
  expect(page).toContain('| `account` | a person who can log in');
  expect(page).toMatch(/^ {2}account \|\|--o\{ registration : "account_id"$/m);
});

test('a table without a description is a fault', async () => {
  await db.schema.createTable('undescribed').addColumn('id', 'integer').execute();
  await expect(describeDataModel(db)).rejects.toThrow(
    'only in one of describe-data-model.ts and the database: undescribed',
  );
  await db.schema.dropTable('undescribed').execute();
});

/** Tables about staff, courses and films. A sequential scan costs little, however many people there are. */
const smallTables = [
  ...['academy_settings', 'assessment_version', 'attempt_grant', 'course', 'film', 'film_rendition', 'film_text'],
  ...['invitation', 'confirmed_pass', 'answer_key_correction', 'email_template_text', 'people_import'],
];

// When an account or a file is deleted, every foreign key to it is checked. Without an index, that would scan tables
// which grow.
test('foreign keys to accounts and files have an index, except in small tables', async () => {
  const { rows } = await sql<{ reference: string }>`
    select constrained.conrelid::regclass || '.' || attname as reference
    from pg_constraint constrained
    join pg_attribute on attrelid = constrained.conrelid and attnum = constrained.conkey[1]
    where contype = 'f' and confrelid in ('account'::regclass, 'stored_file'::regclass)
      and constrained.conrelid::regclass::text not in (${sql.join(smallTables)})
      and not exists (
        select from pg_index where indrelid = attrelid and indkey[0] = attnum
          and coalesce(pg_get_expr(indpred, indrelid), '') in ('', '(' || attname || ' IS NOT NULL)'))
    order by 1`.execute(db);
  expect(rows).toEqual([]);
});
