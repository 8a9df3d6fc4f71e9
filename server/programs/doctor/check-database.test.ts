import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { databaseLocation, describeOnServer } from '../../testing/database.ts';
import { withMaintenance } from '../../testing/databases.ts';
import { checkDatabase } from './check-database.ts';
import { faults } from './testing/findings.ts';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

describeOnServer('the database server', () => {
  const check = (url: string, now = () => new Date(), timeZone = 'Asia/Kolkata') =>
    faults(checkDatabase({ databaseUrl: url, timeZone }, now));
  const own = async () => (await databaseLocation()).url ?? '';
  const run = (url: string, statement: string) => withMaintenance(url, (client) => client.query(statement));
  const nameOf = (url: string) => pg.escapeIdentifier(new URL(url).pathname.slice(1));
  const changed = (url: string, change: (url: URL) => void) => {
    const other = new URL(url);
    change(other);
    return other.href;
  };

  test('that has no such database is named', async () => {
    const url = await own();
    expect(await check(changed(url, (one) => Object.assign(one, { pathname: '/none' })))).toEqual([
      expect.stringMatching(/database "none" does not exist/),
    ]);
  });

  test('with another time in the zone is named, from the day on which it differs', async () => {
    const url = await own();
    const summer = await withMaintenance(url, (client) =>
      client.query("select utc_offset from pg_timezone_names where name = 'America/Vancouver'"),
    );
    // Debian's PostgreSQL 15 takes its data from the system; before 2026b, British Columbia still changed its clocks
    const isOld = JSON.stringify(summer.rows[0].utc_offset) === JSON.stringify({ hours: -8 });
    const found = await check(url, () => new Date('2026-12-01T00:00:00Z'), 'America/Vancouver');
    const named = found.filter((one) => one.includes('America/Vancouver'));
    expect(named.length > 0).toBe(isOld);
    for (const one of named) expect(one).toContain('differs from 2026-12-01 on: -08:00 for the database');
  });

  test.each<[string, (name: string) => string, RegExp]>([
    [
      'without the extension for searches',
      () => 'drop extension pg_trgm cascade',
      /^look: The extension pg_trgm is not created/,
    ],
    [
      'with too few connections',
      (name) => `alter database ${name} connection limit 12`,
      /^wrong: 12 connections are permitted/,
    ],
    [
      'that loses what was committed',
      (name) => `alter database ${name} set synchronous_commit = off`,
      /^wrong: .* has synchronous_commit off/,
    ],
    [
      'with a pending migration',
      () => 'delete from kysely_migration where name = (select max(name) from kysely_migration)',
      /^look: 1 migrations are pending/,
    ],
  ])('%s is named', async (_, statement, named) => {
    const url = await own();
    await run(url, statement(nameOf(url)));
    expect(await check(url)).toEqual([expect.stringMatching(named)]);
  });

  test.each([
    [
      '--encoding',
      "encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'",
      /^wrong: The database has the encoding SQL_ASCII/,
    ],
    ['--locale', "encoding 'UTF8' lc_collate 'C' lc_ctype 'C'", /^look: The database has the locale C: searches/],
  ])('with another %s is named, and an empty database too', async (_, options, named) => {
    const url = await own();
    const name = `${new URL(url).pathname.slice(1)}_other`;
    await run(url, `create database ${pg.escapeIdentifier(name)} template template0 ${options}`);
    ending.push(() => run(url, `drop database ${pg.escapeIdentifier(name)} with (force)`));
    expect(await check(changed(url, (one) => Object.assign(one, { pathname: `/${name}` })))).toEqual([
      expect.stringMatching(named),
      expect.stringMatching(/^look: The extension pg_trgm is not created/),
      expect.stringMatching(/^look: The database is empty/),
    ]);
  });

  test('whose replicas the user of the program may not see is named', async () => {
    const url = await own();
    const user = `doctor_${randomBytes(4).toString('hex')}`;
    await run(url, `create role ${user} login password 'sea' in role ${pg.escapeIdentifier(new URL(url).username)}`);
    ending.push(() => run(url, `drop role ${user}`));
    const replica = new pg.Client({ connectionString: url, replication: 'database' } as pg.ClientConfig);
    await replica.connect();
    ending.push(() => replica.end());
    const asUser = changed(url, (one) => Object.assign(one, { username: user, password: 'sea' }));
    expect(await check(asUser)).toEqual(['look: The database user may not see how far replicas are.']);
    await run(url, `grant pg_read_all_stats to ${user}`);
    expect(await check(asUser)).toEqual([]);
  });
});
