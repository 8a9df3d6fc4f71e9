import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { describeOnServer, emptyDatabaseLocation, testOnServer } from '../../testing/database.ts';
import { silentLog, urlOf, withMaintenance } from '../../testing/databases.ts';
import { type Db, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const run = promisify(execFile);
const place = await emptyDatabaseLocation();
const migrations = path.join(place.dataDir, 'migrations');

const FRUIT = `-- a comment; with a semicolon
create table fruit (id int primary key, name text not null default 'it''s; fruit');
create function pick() returns int language sql as $$ select 1; select 2 $$;
insert into fruit (id) values (1), (2);
`;

/** Replaces the files in the folder of migrations. */
async function write(files: Record<string, string>): Promise<void> {
  await fs.rm(migrations, { recursive: true, force: true });
  await fs.mkdir(migrations);
  for (const [name, text] of Object.entries(files)) await fs.writeFile(path.join(migrations, name), text);
}

/** Opens the database as a starting program does; its schema is dropped when the test is over. */
async function open(limits: { statementLimit?: number; transactionLimit?: number } = {}): Promise<Db> {
  const db = await openDatabase({ ...place, log: silentLog, migrations, ...limits });
  onTestFinished(async () => {
    await sql.raw('drop schema public cascade; create schema public').execute(db);
    await db.destroy();
  });
  return db;
}

/** Starts and stops a program once. */
async function apply(): Promise<void> {
  const db = await openDatabase({ ...place, log: silentLog, migrations });
  await db.destroy();
}

const tables = async (db: Db) =>
  (
    await sql<{ name: string }>`select relname as name from pg_class where relkind = 'r'
    and relnamespace = 'public'::regnamespace and relname not like 'kysely%' order by 1`.execute(db)
  ).rows.map(({ name }) => name);

test('files with many statements are applied in order, and only once', async () => {
  await write({ '0001-fruit.sql': FRUIT, '0002-more.sql': 'insert into fruit (id) values (pick() + 2)' });
  await apply();
  const db = await open();
  expect((await sql`select id, name from fruit order by id`.execute(db)).rows).toEqual([
    { id: 1, name: `it's; fruit` },
    { id: 2, name: `it's; fruit` },
    { id: 4, name: `it's; fruit` },
  ]);
});

test('a later file is applied to a database that has the earlier migrations', async () => {
  await write({ '0001-fruit.sql': FRUIT });
  await apply();
  await write({ '0001-fruit.sql': FRUIT, '0002-nuts.sql': 'create table nut (id int)' });
  expect(await tables(await open())).toEqual(['fruit', 'nut']);
});

test('a failing file is named, and nothing of the whole run is kept', async () => {
  await write({ '0001-fruit.sql': FRUIT, '0002-broken.sql': 'create table nut (id int); select 1 / 0;' });
  await expect(apply()).rejects.toThrow('Migration 0002-broken failed: division by zero');
  await write({});
  expect(await tables(await open())).toEqual([]);
});

test('a database of a newer version is refused by a sentence with what helps', async () => {
  await write({ '0001-fruit.sql': FRUIT, '0002-nuts.sql': 'create table nut (id int)' });
  await apply();
  await write({ '0001-fruit.sql': FRUIT });
  await expect(apply()).rejects.toThrow(
    /^The database is of a newer version than \d\S+, which does not know 0002-nuts: .*fairlead update.*fairlead restore/,
  );
  await write({ '0001-fruit.sql': FRUIT, '0002-nuts.sql': '' });
  await open();
});

test('a slow migration is told with its place among those that are pending', async () => {
  await write({ '0001-fruit.sql': FRUIT });
  await apply();
  await write({ '0001-fruit.sql': FRUIT, '0002-nuts.sql': 'select 1', '0003-slow.sql': 'select pg_sleep(1.5)' });
  const told: string[] = [];
  const db = await openDatabase({ ...place, log: silentLog, migrations, tell: (line) => told.push(line) });
  await db.destroy();
  expect(told).toContainEqual(expect.stringMatching(/^Migration 2 of 2, 0003-slow: \d+\.\d s\.$/));
  expect(told.at(-1)).toMatch(/^2 migrations were applied in \d+\.\d s\.$/);
  await open();
});

test('a file whose name has no position in the order is refused', async () => {
  await write({ 'fruit.sql': FRUIT });
  await expect(apply()).rejects.toThrow('fruit.sql is not named like 0001-initial.sql');
});

test('a migration may run longer than the limit for statements', async () => {
  await write({ '0001-slow.sql': 'create table fruit (id int); select pg_sleep(1.5)' });
  expect(await tables(await open({ statementLimit: 1_000, transactionLimit: 1_000 }))).toEqual(['fruit']);
});

testOnServer('a migration may run longer than the limit of a connection that a pooler passes on', async () => {
  await write({});
  const db = await open();
  await write({ '0001-slow.sql': 'create table fruit (id int); select pg_sleep(1.5)' });
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 1000`.execute(connection);
    await migrate(connection as never, silentLog, migrations);
  });
  expect(await tables(db)).toEqual(['fruit']);
});

testOnServer('of three programs that start at once on one server, one migrates and all of them run', async () => {
  // long enough for all of them to reach the lock, because each takes about half a second to start
  await write({ '0001-fruit.sql': `${FRUIT} select pg_sleep(2);` });
  const script = path.join(import.meta.dirname, 'testing/open-and-report.ts');
  const env = { ...process.env, URL_OF_DATABASE: place.url, DATA_DIR: place.dataDir, MIGRATIONS: migrations };
  const reports = await Promise.all(
    [1, 2, 3].map(async () => JSON.parse((await run(process.execPath, [script], { env })).stdout)),
  );
  expect(reports.map(({ fruit }) => fruit)).toEqual([2, 2, 2]);
  expect(reports.flatMap(({ applied }) => applied)).toEqual(['0001-fruit']);
  await open();
});

describeOnServer('a database that the program cannot use is refused with the command that puts it right:', () => {
  const url = place.url ?? '';
  const name = new URL(url).pathname.slice(1);
  const enter = (statement: string) => withMaintenance(url, (client) => client.query(statement));
  const role = `sailor_${randomBytes(4).toString('hex')}`;
  const asRole = (change: Partial<URL> = {}) =>
    Object.assign(new URL(url), { username: role, password: 'sea', ...change }).href;
  const openAs = async (location: string) => {
    const db = await openDatabase({ ...place, url: location, log: silentLog, migrations });
    await db.destroy();
  };
  /** Opens the database, which is refused; enters the command of the sentence, and opens it again. */
  async function putRight(location: string, sentence: RegExp, on = url): Promise<void> {
    const { message } = await openAs(location).then(
      () => expect.fail('It opened.'),
      (error: Error) => error,
    );
    expect(message).toMatch(sentence);
    const [, command = ''] = /Enter there: (.*)$/i.exec(message) ?? [];
    await withMaintenance(on, (client) => client.query(command.replace('…', 'sea')));
    await openAs(location);
  }

  test('a role that is missing, or may not create, and tables of another owner', async () => {
    await write({ '0001-fruit.sql': FRUIT });
    onTestFinished(async () => {
      await enter(`drop schema public cascade; create schema public; drop owned by ${role}; drop role ${role}`);
    });
    // PostgreSQL before 15 let everybody create
    await enter('revoke create on schema public from public');
    await expect(openAs(asRole())).rejects.toThrow(
      new RegExp(`does not let ${role} in with this password\\..* create role "${role}" login password`),
    );
    await enter(`create role ${role} login password 'sea'`);
    await putRight(asRole(), new RegExp(`^${role} may not create tables in ${name} `));

    await write({ '0001-fruit.sql': FRUIT, '0002-more.sql': 'alter table fruit add column ripe boolean' });
    for (const table of ['fruit', 'kysely_migration', 'kysely_migration_lock'])
      await enter(`alter table ${table} owner to current_user`);
    await putRight(asRole(), new RegExp(`^The tables in ${name} belong to \\w+, and ${role} cannot change them`));

    const other = `${role}_other`;
    await enter(`create role ${other}; reassign owned by ${role} to ${other}`);
    onTestFinished(() => enter(`drop owned by ${other}; drop role ${other}`).then(() => {}));
    await write({
      '0001-fruit.sql': FRUIT,
      '0002-more.sql': '',
      '0003-pick.sql': 'drop function pick(); drop table fruit',
    });
    await putRight(asRole(), new RegExp(`^The tables in ${name} belong to ${other}, and ${role} cannot`));
  });

  test('a database that is missing', async () => {
    await write({ '0001-fruit.sql': FRUIT });
    const missing = `${name}_missing`;
    onTestFinished(() => enter(`drop database if exists ${missing}`).then(() => {}));
    await putRight(urlOf(url, missing), new RegExp(`^There is no database ${missing} on `));
  });
});
