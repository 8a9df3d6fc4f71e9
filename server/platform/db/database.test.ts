import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { databaseLocation, describeOnServer, testDatabase } from '../../testing/database.ts';
import { silentLog, withMaintenance } from '../../testing/databases.ts';
import { startPostgres } from '../../testing/postgres-server.ts';
import { withTrace } from '../trace.ts';
import { type Db, isUniqueViolation, openDatabase, type Queryable, type Tx, transaction } from './database.ts';

const db = await testDatabase();
const place = await databaseLocation();

/** Whether the server is executing a statement that sleeps. */
const busyIn = async (queryable: Queryable) =>
  (await sql`select 1 from pg_stat_activity where wait_event = 'PgSleep'`.execute(queryable)).rows.length > 0;

const limit = (key: string, count = 1) => ({ key, windowEndsAt: new Date(), count });
const keysLike = (pattern: string) =>
  db.selectFrom('rateLimit').select('key').where('key', 'like', pattern).orderBy('key').execute();

describe('a transaction', () => {
  test('commits everything, and returns the result of the work', async () => {
    const result = await transaction(db, async (tx) => {
      await tx.insertInto('rateLimit').values(limit('kept-a')).execute();
      await tx.insertInto('rateLimit').values(limit('kept-b')).execute();
      return 'done';
    });
    expect(result).toBe('done');
    expect(await keysLike('kept-%')).toHaveLength(2);
  });

  // shows: asvs/2.3.3, asvs/16.5.3
  test('rolls back if the work throws', async () => {
    const failing = transaction(db, async (tx) => {
      await tx.insertInto('rateLimit').values(limit('thrown')).execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await keysLike('thrown')).toEqual([]);
  });

  test('throws if a statement failed and the work continued regardless', async () => {
    const failing = transaction(db, async (tx) => {
      await tx.insertInto('rateLimit').values(limit('aborted')).execute();
      await sql`select 1 / 0`.execute(tx).catch(() => {});
    });
    await expect(failing).rejects.toThrow('rolled back instead of committed');
    expect(await keysLike('aborted')).toEqual([]);
  });

  test('leaves the database usable in each case', async () => {
    await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        transaction(db, async (tx) => {
          await tx
            .insertInto('rateLimit')
            .values(limit(`many-${index}`))
            .execute();
          if (index % 3 === 0) throw new Error('one in three');
          if (index % 3 === 1) await sql`select 1 / 0`.execute(tx);
        }),
      ),
    );
    expect(await keysLike('many-%')).toHaveLength(10);
  });
});

describe('inside a transaction the root database', () => {
  const message = /root database was used inside a transaction.*tx/s;

  test.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['reads nothing', () => db.selectFrom('rateLimit').selectAll().execute()],
    ['writes nothing', () => db.insertInto('rateLimit').values(limit('root')).execute()],
    ['runs no raw statement', () => sql`select 1`.execute(db)],
    ['opens no second transaction', () => transaction(db, async () => {})],
    [
      'is found out in a later call too',
      async () => {
        await new Promise(setImmediate);
        await db.selectFrom('rateLimit').selectAll().execute();
      },
    ],
    [
      'is found out among parallel calls',
      (tx) => Promise.all([tx.selectFrom('rateLimit').selectAll().execute(), keysLike('%')]),
    ],
  ])('%s', async (_, work) => {
    await expect(transaction(db, work)).rejects.toThrow(message);
    expect(await keysLike('root')).toEqual([]);
  });

  test('may be used again by work that outlives the transaction', async () => {
    let later: Promise<unknown> | undefined;
    const over = Promise.withResolvers<void>();
    await transaction(db, async () => {
      later = over.promise.then(() => keysLike('nothing'));
    });
    over.resolve();
    expect(await later).toEqual([]);
  });

  test('stays usable for others meanwhile', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const running = transaction(db, async () => {
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    const other = keysLike('nothing');
    end.resolve();
    await running;
    expect(await other).toEqual([]);
  });
});

test('a transaction cannot be opened in another way', async () => {
  await expect(db.transaction().execute(async () => {})).rejects.toThrow('Open a transaction with transaction(db');
  await expect(db.startTransaction().execute()).rejects.toThrow('Open a transaction with transaction(db');
});

test('a unique violation is distinguished from other errors, by its constraint', async () => {
  await db.insertInto('rateLimit').values(limit('unique')).execute();
  const again = await db
    .insertInto('rateLimit')
    .values(limit('unique'))
    .execute()
    .catch((error: unknown) => error);
  expect(isUniqueViolation(again)).toBe(true);
  expect(isUniqueViolation(again, 'rate_limit_pkey')).toBe(true);
  expect(isUniqueViolation(again, 'another')).toBe(false);

  const other = await sql`select 1 / 0`.execute(db).catch((error: unknown) => error);
  expect(isUniqueViolation(other)).toBe(false);
  expect(isUniqueViolation(new Error('23505'))).toBe(false);
  expect(isUniqueViolation(undefined)).toBe(false);
});

describe('with short limits', () => {
  const warn = vi.fn();
  const error = vi.fn();
  const log = { ...silentLog, warn, error };
  const open = (transactionLimit = 1_000) => openDatabase({ ...place, log, statementLimit: 1_000, transactionLimit });
  const endless = (db: Db | Tx) =>
    sql`with recursive n(i) as (select 1 union all select 1 from n) select count(*) from n`.execute(db);

  // shows: asvs/15.2.2
  test('a statement that runs too long is stopped with 57014', async () => {
    // on a slow machine, the limit of the transaction would be the first to be reached
    const limited = await open(30_000);
    try {
      await expect(endless(limited)).rejects.toMatchObject({ code: '57014' });
      await expect(transaction(limited, endless)).rejects.toMatchObject({ code: '57014' });
      expect((await sql`select 1 as one`.execute(limited)).rows).toEqual([{ one: 1 }]);
    } finally {
      await limited.destroy();
    }
  });

  test('a transaction that idles too long is ended, and the program continues', async () => {
    const limited = await open();
    try {
      const late = transaction(limited, async (tx) => {
        await tx.insertInto('rateLimit').values(limit('late')).execute();
        await vi.waitFor(() => expect(warn.mock.calls.length + error.mock.calls.length).toBeGreaterThan(0), 5_000);
        await tx.insertInto('rateLimit').values(limit('too-late')).execute();
      });
      await expect(late).rejects.toThrow();
      const { rows } = await sql`select key from rate_limit where key like '%late'`.execute(limited);
      expect(rows).toEqual([]);
    } finally {
      await limited.destroy();
    }
  });
});

describeOnServer('on a server', () => {
  test('a deadlock is retried, and both transactions succeed', async () => {
    await db
      .insertInto('rateLimit')
      .values([limit('dead-a', 0), limit('dead-b', 0)])
      .execute();
    const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let attempts = 0;
    const add = (tx: Tx, key: string) =>
      tx
        .updateTable('rateLimit')
        .set((row) => ({ count: row('count', '+', 1) }))
        .where('key', '=', key)
        .execute();
    const survived = Promise.withResolvers<void>();
    const cross = async (mine: string, theirs: string, index: number) => {
      let isRetry = false;
      await transaction(db, async (tx) => {
        attempts++;
        // a victim that retries at once may lock its row before the survivor has woken up, and meet it again
        if (isRetry) await survived.promise;
        isRetry = true;
        await add(tx, mine);
        met[index]?.resolve();
        await Promise.all(met.map(({ promise }) => promise));
        await add(tx, theirs);
      });
      survived.resolve();
    };
    await Promise.all([cross('dead-a', 'dead-b', 0), cross('dead-b', 'dead-a', 1)]);
    expect(attempts).toBe(3);
    const rows = await db.selectFrom('rateLimit').select('count').where('key', 'like', 'dead-%').execute();
    expect(rows).toEqual([{ count: 2 }, { count: 2 }]);
  });

  test('an error that a retry cannot fix is thrown at once', async () => {
    let attempts = 0;
    const failing = transaction(db, async (tx) => {
      attempts++;
      await sql`select 1 / 0`.execute(tx);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(attempts).toBe(1);
  });

  test('the limit is three attempts', async () => {
    let attempts = 0;
    const failing = transaction(db, async (tx) => {
      attempts++;
      await sql.raw(`do $$ begin raise exception 'again' using errcode = '40001'; end $$`).execute(tx);
    });
    await expect(failing).rejects.toMatchObject({ code: '40001' });
    expect(attempts).toBe(3);
  });

  test('a connection ended by the server is reported, and the pool continues without it', async () => {
    const warn = vi.fn();
    const other = await openDatabase({ ...place, log: { ...silentLog, warn } });
    try {
      const pidOf = async (queryable: Queryable) =>
        (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(queryable)).rows[0]?.pid;
      const end = (pid: unknown) =>
        withMaintenance(place.url ?? '', (client) => client.query('select pg_terminate_backend($1)', [pid]));
      let lent: unknown;
      const cut = transaction(other, async (tx) => {
        lent = await pidOf(tx);
        await end(lent);
        // checked out and idle when it ends: the driver can then only emit an event
        await vi.waitFor(() => expect(warn).toHaveBeenCalled());
        await tx.insertInto('rateLimit').values(limit('cut')).execute();
      });
      await expect(cut).rejects.toMatchObject({ code: expect.stringMatching(/^(08006|57P01)$/) });
      expect(warn).toHaveBeenCalled();
      const idle = await pidOf(other);
      expect(idle).not.toBe(lent);
      warn.mockClear();
      await end(idle);
      await vi.waitFor(() => expect(warn).toHaveBeenCalled());
      expect(await pidOf(other)).not.toBe(idle);
      const { rows } = await sql`select 1 from rate_limit where key = 'cut'`.execute(other);
      expect(rows).toEqual([]);
    } finally {
      await other.destroy();
    }
  });

  test('the pool sets its name and its limits', async () => {
    const { rows } = await sql`select current_setting('application_name') as name,
      current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit,
      current_setting('random_page_cost') as page`.execute(db);
    expect(rows).toEqual([{ name: 'fairlead', statement: '15s', idle: '30s', jit: 'off', page: '1.1' }]);
    const pids = await Promise.all(
      Array.from({ length: 30 }, () =>
        sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.01)`.execute(db),
      ),
    );
    expect(new Set(pids.map(({ rows }) => rows[0]?.pid)).size).toBe(10);
  });

  test('a lost server is reported as away, even while nobody is connected, and is found again', async () => {
    const server = await startPostgres();
    const there = await openDatabase({
      dataDir: place.dataDir,
      log: { ...silentLog, warn: () => {} },
      url: server?.url ?? '',
    });
    try {
      const sleeping = sql`select pg_sleep(300)`.execute(there);
      const ended = expect(sleeping).rejects.toMatchObject({ code: expect.stringMatching(/^(57P0[123]|08006)$/) });
      await expect.poll(() => busyIn(there)).toBe(true);
      await server?.halt();
      await ended;
      await expect(sql`select 1`.execute(there)).rejects.toMatchObject({ code: '08001' });
      await expect(transaction(there, (tx) => sql`select 1`.execute(tx))).rejects.toMatchObject({ code: '08001' });
      await server?.resume();
      expect((await sql`select 1 as one`.execute(there)).rows).toEqual([{ one: 1 }]);
    } finally {
      await there.destroy();
      await server?.stop();
    }
  });

  test('a missing server is an error at once', async () => {
    await expect(
      openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', dataDir: place.dataDir, log: silentLog }),
    ).rejects.toThrow('ECONNREFUSED');
  });
});

describeOnServer('a statement that recurs', () => {
  const alter = (change: string) => sql`${sql.raw(`alter table shape ${change}`)}`.execute(db);
  const prepared = async (queryable: Queryable) => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_prepared_statements where statement like '%from shape%'`.execute(queryable);
    return rows[0]?.n;
  };

  test('is prepared, and again when a migration has changed its columns', async () => {
    await sql`create table shape (id int)`.execute(db);
    await sql`insert into shape values (1)`.execute(db);
    const read = async (queryable: Queryable) =>
      (await sql<object>`select * from shape where id > ${0}`.execute(queryable)).rows[0];
    for (let time = 0; time < 3; time++) expect(await read(db)).toEqual({ id: 1 });
    // one call after the other has the same connection
    expect(await prepared(db)).toBe(1);
    await alter('add column name text');
    expect(await read(db)).toEqual({ id: 1, name: null });

    for (let time = 0; time < 3; time++) await transaction(db, read);
    await alter('add column length int');
    expect(await transaction(db, read)).toEqual({ id: 1, name: null, length: null });
  });

  test('is prepared without values, if it is one for sure', async () => {
    const before = Number(await prepared(db));
    for (let time = 0; time < 3; time++) {
      await sql`select id from shape where id > 0`.execute(db);
      await sql`select id from shape; select id from shape limit 1`.execute(db);
    }
    expect(await prepared(db)).toBe(before + 1);
  });

  test('is not prepared if it is a search, whose best plan depends on the text', async () => {
    const search = () => sql`select id from shape where name like ${'%a%'}`.execute(db);
    const before = await prepared(db);
    for (let time = 0; time < 3; time++) await search();
    expect(await prepared(db)).toBe(before);
  });

  test('tells the server the trace of a transaction as the application’s name, until it ends', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const nameOf = async (queryable: Queryable) =>
      (await sql<{ name: string }>`select current_setting('application_name') as name`.execute(queryable)).rows[0]
        ?.name;
    expect(await withTrace(trace, () => transaction(db, nameOf))).toBe(`fairlead ${trace}`);
    expect(await nameOf(db)).toBe('fairlead');
    expect(await transaction(db, nameOf)).toBe('fairlead');
  });
});
