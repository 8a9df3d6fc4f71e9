import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { databaseLocation } from '../../../testing/database.ts';
import { readRows, writeRows } from './raw-rows.ts';
import { openSession } from './session.ts';

const { dataDir } = await databaseLocation();

/** A separate session on the database, closed at the end of the test. */
async function open() {
  const folder = path.join(dataDir, 'database');
  const session = await openSession({
    answerBytes: 2 ** 20,
    folder,
    fsyncs: new BigInt64Array(1),
    panic: (line) => {
      throw new Error(line);
    },
  });
  onTestFinished(() => session.close());
  const rowsOf = async (sql: string, parameters: string[] = []) => {
    const outcome = await session.query(sql, parameters);
    if ('refusal' in outcome) throw new Error(outcome.refusal.code);
    return readRows(outcome.rows);
  };
  /** The number of prepared statements in the database, without those of this query. */
  const kept = async (part: string) => {
    const rows = await rowsOf(`select statement from pg_prepared_statements where statement like $1`, [`%${part}%`]);
    return rows.length;
  };
  return { session, rowsOf, kept };
}

test('a repeated statement is cached, and returns results for its new parameters each time', async () => {
  const { rowsOf, kept } = await open();
  await rowsOf('select $1::int + 1 as once', ['1']);
  expect(await kept('as once')).toBe(0);
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8])
    expect(await rowsOf('select $1::int + 1 as often', [String(number)])).toEqual([[String(number + 1)]]);
  expect(await kept('as often')).toBe(1);
});

test('a search is planned again each time, unless its pattern is fixed, and a text over the limit is not cached', async () => {
  const { rowsOf, kept } = await open();
  const long = `select $1::text as endless ${' '.repeat(17_000)}`;
  for (let round = 0; round < 3; round++) {
    await rowsOf(`select 1 as looked where 'abc' like $1`, ['%b%']);
    await rowsOf(`select 1 as matched where 'abc' ~ $1`, ['b']);
    await rowsOf(`select 1 as shaped where $1 ~ '[0-9]'`, ['b']);
    await rowsOf(long, ['x']);
  }
  expect(await kept('as looked')).toBe(0);
  expect(await kept('as matched')).toBe(0);
  expect(await kept('as shaped')).toBe(1);
  expect(await kept('as endless')).toBe(0);
});

test('cached statements do not outlive a change of the table', async () => {
  const { rowsOf } = await open();
  await rowsOf('create table shaped (id int, word text)');
  await rowsOf(`insert into shaped values (1, 'one')`);
  const read = () => rowsOf('select * from shaped where id = $1', ['1']);
  for (let round = 0; round < 3; round++) expect(await read()).toEqual([['1', 'one']]);
  await rowsOf('alter table shaped add column more int default 7');
  expect(await read()).toEqual([['1', 'one', '7']]);
  await rowsOf('drop table shaped');
});

test('an error in a cached statement affects only itself, and in a transaction it ends the caching', async () => {
  const { session, rowsOf } = await open();
  const divide = (by: string) => session.query('select 4 / $1::int as divided', [by]);
  for (const by of ['1', '2', '4']) await divide(by);
  expect(await divide('0')).toMatchObject({ refusal: { code: '22012' } });
  expect(await divide('2')).toMatchObject({ command: 'SELECT', rows: writeRows([['2']]) });

  await rowsOf('begin');
  expect(await divide('0')).toMatchObject({ refusal: { code: '22012' } });
  // refused before it was parsed, so that it must not count as known afterwards
  for (let round = 0; round < 3; round++) {
    expect(await session.query('select $1::int as late', ['1'])).toMatchObject({ refusal: { code: '25P02' } });
  }
  expect(await session.query('commit', [])).toMatchObject({ command: 'ROLLBACK' });
  for (let round = 0; round < 3; round++) expect(await rowsOf('select $1::int as late', ['1'])).toEqual([['1']]);
});

test('many different statements do not accumulate', async () => {
  const { rowsOf, kept } = await open();
  for (let number = 0; number < 400; number++) {
    for (let round = 0; round < 2; round++) await rowsOf(`select $1::int + ${number} as piled`, ['1']);
  }
  expect(await kept('as piled')).toBeLessThanOrEqual(151);
});

test('a statement returns the number of written rows', async () => {
  const { session, rowsOf } = await open();
  await rowsOf('create table counted (id int)');
  for (let round = 0; round < 3; round++) {
    expect(await session.query('insert into counted values ($1), (2)', ['1'])).toMatchObject({
      command: 'INSERT',
      affectedRows: 2,
      rows: writeRows([]),
    });
  }
  expect(await session.query('update counted set id = $1 where id = 1', ['5'])).toMatchObject({ affectedRows: 3 });
  expect(await session.query('delete from counted where id = $1', ['9'])).toMatchObject({ affectedRows: 0 });
  await rowsOf('drop table counted');
});
