import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { databaseLocation, describeOnServer } from '../../testing/database.ts';
import { withMaintenance } from '../../testing/databases.ts';
import { freePort } from '../../testing/free-port.ts';
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

  test('that is as it should be has no fault', async () => {
    expect(await check(await own())).toEqual([]);
  });

  test('that cannot be used is named, with the reason', async () => {
    const url = await own();
    const port = String(await freePort());
    expect(await check(changed(url, (one) => Object.assign(one, { port })))).toEqual([
      expect.stringMatching(/^wrong: .*ECONNREFUSED/),
    ]);
    expect(await check(changed(url, (one) => Object.assign(one, { password: 'other' })))).toEqual([
      expect.stringMatching(/password authentication failed/),
    ]);
    expect(await check(changed(url, (one) => Object.assign(one, { pathname: '/none' })))).toEqual([
      expect.stringMatching(/database "none" does not exist/),
    ]);
  });

  test('with a clock of its own is named', async () => {
    expect(await check(await own(), () => new Date(Date.now() + 600_000))).toEqual([
      expect.stringMatching(/^wrong: The clocks .* differ by \d+ s\.$/),
    ]);
  });

  test('with older time zone data than the program is named', async () => {
    expect(await check(await own(), () => new Date(), 'Asia/Later')).toEqual([
      expect.stringMatching(/^wrong: The database does not know the time zone Asia\/Later: /),
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

  test('that only reads is named', async () => {
    const url = await own();
    await run(url, `alter database ${nameOf(url)} set default_transaction_read_only = on`);
    try {
      expect(await check(url)).toEqual([expect.stringMatching(/^wrong: The database only reads/)]);
    } finally {
      await run(url, `set transaction read write; alter database ${nameOf(url)} reset default_transaction_read_only`);
    }
  });

  test('whose user may not create tables, or owns none of them, is named', async () => {
    const url = await own();
    const user = `doctor_${randomBytes(4).toString('hex')}`;
    await run(url, `create role ${user} login password 'sea'`);
    await run(url, `grant pg_read_all_stats, pg_read_all_data to ${user}`);
    ending.push(async () => {
      await run(url, `drop owned by ${user}`);
      await run(url, `drop role ${user}`);
    });
    const asUser = changed(url, (one) => Object.assign(one, { username: user, password: 'sea' }));
    expect(await check(asUser)).toContainEqual(expect.stringMatching(/^wrong: doctor_\w+ may not create tables/));
    await run(url, `grant create on schema public to ${user}`);
    expect(await check(asUser)).toContainEqual(
      expect.stringMatching(/^wrong: Tables belong to \w+, and doctor_\w+ cannot/),
    );
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
      'of a newer version',
      () => "insert into kysely_migration values ('9999-later', '2027-01-01')",
      /^wrong: The database is of a newer version: it has 9999-later/,
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

  test('with a replication slot that nobody reads is named', async () => {
    const url = await own();
    const slot = `doctor_${randomBytes(4).toString('hex')}`;
    await run(url, `select pg_create_physical_replication_slot('${slot}', true)`);
    ending.push(() => run(url, `select pg_drop_replication_slot('${slot}')`));
    expect(await check(url)).toEqual([
      `look: Nobody reads the replication slot ${slot}: the server keeps its log for it until the disk is full.`,
    ]);
  });
});
