import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { contracting, type MigrationText } from './contracting.ts';

const folder = resolve(import.meta.dirname, '../server/platform/db/migrations');
const release = join(import.meta.dirname, 'released.json');

async function own(): Promise<MigrationText[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  return Promise.all(
    files.map(async (file) => ({ name: file.replace('.sql', ''), text: await readFile(join(folder, file), 'utf8') })),
  );
}

test('no migration since the released version removes what that version uses', async () => {
  const { migration } = JSON.parse(await readFile(release, 'utf8')) as { migration: string };
  const migrations = await own();
  expect(migrations.map(({ name }) => name)).toContain(migration);
  expect(contracting(migrations, migration)).toEqual([]);
});

const released: MigrationText = { name: '0001-initial', text: 'create table port (name text); drop table quay;' };
const later = (text: string) => contracting([released, { name: '0002-later', text }], '0001-initial');

test.each([
  ['drops a table', 'drop table port;'],
  ['drops a column', 'alter table port\n  drop column name;'],
  ['drops a column', 'alter table port drop name;'],
  ['drops a view, a type or a function', 'drop view harbour;'],
  ['drops a default', 'alter table port alter column name drop default;'],
  ['renames', 'alter table port rename name to title;'],
  ['renames', "alter type kind rename value 'a' to 'b';"],
  ['changes a type', 'alter table port alter name type varchar(20);'],
  ['adds a rule', 'create unique index on port (name);'],
  ['adds a rule', "alter table port add constraint named check (name <> '');"],
  ['adds a column that must have a value', 'alter table port add country text not null;'],
  ['adds a column that must have a value', 'alter table port add column fee numeric(10, 2) not null;'],
  ['renames', 'alter table port rename column name to title;'],
  ['renames', 'alter table port rename to harbour;'],
  ['renames', 'alter table port rename to harbour;\ncreate view quay as select * from harbour;'],
  ['changes a type', 'alter table port alter column name type varchar(20);'],
  ['requires a value', 'alter table port alter column name set not null;'],
  ['adds a column that must have a value', 'alter table port add column country text not null;'],
])('a migration that %s is named: %s', (what, text) => {
  expect(later(text)).toEqual([`0002-later ${what}, which the released version may still use`]);
});

test.each([
  ['drop index port_name;'],
  ['alter table port add column country text;'],
  ["alter table port add column country text not null default 'IN';"],
  ['create table quay (name text not null);'],
  ['alter table port add column code text;\ncreate unique index port_code on port (code) where code is not null;'],
  ['create table quay (name text);\ncreate unique index quay_name on quay (lower(name));'],
  ['-- drop table port;\nselect 1;'],
  ['alter table port rename to harbour;\ncreate view port as select * from harbour;'],
])('a migration that removes nothing is not named: %s', (text) => {
  expect(later(text)).toEqual([]);
});

test('a migration may remove what a migration of the released version has replaced', () => {
  expect(later('-- contracts 0001-initial\ndrop table port;')).toEqual([]);
  // itself, and one that does not exist
  for (const wrong of ['0002-later', '0000-none'])
    expect(later(`-- contracts ${wrong}\ndrop table port;`)).toHaveLength(1);
});
