import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { databaseLocation } from '../../../testing/database.ts';
import { sqlState } from '../database-error.ts';
import type { EngineOptions } from './engine.ts';
import { endless, openEngine } from './testing/open-engine.ts';

const { dataDir } = await databaseLocation();
const folder = path.join(dataDir, 'database');

const open = (options: Partial<EngineOptions> = {}) => openEngine({ folder, ...options });

test('a commit syncs its rows to the disk, and a read does not', async () => {
  const { engine } = await open();
  await engine.query('create table synced (id int)', []);
  const before = engine.fsyncs;
  for (let id = 0; id < 10; id++) await engine.query('insert into synced values ($1)', [String(id)]);
  expect(engine.fsyncs - before).toBeGreaterThanOrEqual(10);

  const written = engine.fsyncs;
  await engine.query('select * from synced', []);
  expect(engine.fsyncs).toBe(written);

  const transaction = await engine.begin('begin');
  await transaction.query('insert into synced values (11)', []);
  expect(engine.fsyncs).toBe(written);
  await transaction.commit();
  expect(engine.fsyncs).toBeGreaterThan(written);
});

test('a checkpoint writes the tables to the disk', async () => {
  const { engine } = await open();
  await engine.query('create table pointed (id int)', []);
  await engine.query('insert into pointed select generate_series(1, 1000)', []);
  const before = engine.fsyncs;
  await engine.query('checkpoint', []);
  // the WAL, the control file and at least one table
  expect(engine.fsyncs - before).toBeGreaterThanOrEqual(3);
});

test('a second engine is refused with one line that names the folder', async () => {
  await open();
  await expect(open()).rejects.toThrow(
    new Error(`The database folder ${folder} is in use by another process: stop it first.`),
  );
});

test('a statement that runs too long is stopped, and the next one works', async () => {
  const { engine, errors } = await open({ statementLimit: 500 });
  const running = engine.query(endless, []);
  const behind = engine.query('select 1', []);
  await expect(running).rejects.toMatchObject({ code: '57014', message: expect.stringContaining('500 ms') });
  await expect(behind).rejects.toMatchObject({ code: '57P01' });
  expect((await engine.query('select 2', [])).rows).toEqual([['2']]);
  expect(errors).toEqual(['the embedded database failed and is opened again']);
});

// shows: threats/lost-database-or-disk
test('a statement with too large an answer is refused, and neither the thread nor the program ends', async () => {
  const { engine, errors } = await open({ answerBytes: 2 ** 20 });
  await engine.query('create table kept (id int)', []);
  expect((await engine.query("select repeat('x', 10000) from generate_series(1, 90)", [])).rows).toHaveLength(90);
  const large = "select repeat('x', 2000000)";
  for (const sql of ["select repeat('x', 10000) from generate_series(1, 200)", large, `with a as (${large}) table a`])
    await expect(engine.query(sql, [])).rejects.toMatchObject({ code: '54000' });
  const transaction = await engine.begin('begin');
  await transaction.query('insert into kept values (1)', []);
  await expect(transaction.query(large, [])).rejects.toMatchObject({ code: '54000' });
  await transaction.rollback();
  expect((await engine.query('select count(*) from kept', [])).rows).toEqual([['0']]);
  expect(errors).toEqual([]);
});

test('a transaction that stays open too long is rolled back and unblocks the others', async () => {
  const { engine, errors } = await open({ transactionLimit: 200 });
  await engine.query('create table late (id int)', []);
  const transaction = await engine.begin('begin');
  await transaction.query('insert into late values (1)', []);
  // waits for the transaction, so it is answered only after the time limit has ended it
  expect((await engine.query('select * from late', [])).rows).toEqual([]);
  await expect(transaction.query('insert into late values (2)', [])).rejects.toMatchObject({ code: '25P04' });
  await expect(transaction.commit()).rejects.toMatchObject({ code: '25P04' });
  expect(errors).toEqual(['A transaction was rolled back because it stayed open for 200 ms.']);
});

test('single statements run concurrently, and a transaction waits for its turn', async () => {
  const { engine } = await open();
  await engine.query('create table line (id int generated always as identity, word text)', []);
  const insert = (word: string) => engine.query('insert into line (word) values ($1)', [word]);
  const first = [insert('a'), insert('b')];
  const transaction = engine.begin('begin').then(async (open) => {
    await open.query(`insert into line (word) values ('c')`, []);
    await open.query(`insert into line (word) values ('d')`, []);
    return await open.commit();
  });
  const last = insert('e');
  await Promise.all([...first, transaction, last]);
  expect((await engine.query('select word from line order by id', [])).rows.flat().join('')).toBe('abcde');
});

test('an error in a pipeline affects only its own statement', async () => {
  const { engine } = await open();
  const outcomes = await Promise.allSettled(
    [1, 0, 2, 0, 4].map((divisor) => engine.query('select 4 / $1::int', [String(divisor)])),
  );
  expect(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.rows[0]?.[0] : outcome.reason.code)),
  ).toEqual(['4', '22012', '2', '22012', '1']);
});

test('text that looks like an engine panic is harmless', async () => {
  const { engine, errors } = await open();
  await expect(engine.query('select $1::uuid', ['\nPANIC: no\nFATAL: no\nAborted('])).rejects.toMatchObject({
    code: '22P02',
  });
  await expect(engine.query('select 1 /*\nPANIC: no\nAborted( */ / 0', [])).rejects.toMatchObject({ code: '22012' });
  expect(errors).toEqual([]);
});

test('a commit reports if the work was rolled back because a statement had failed', async () => {
  const { engine } = await open();
  const transaction = await engine.begin('begin');
  await expect(transaction.query('select 1 / 0', [])).rejects.toMatchObject({ code: '22012' });
  expect(await transaction.commit()).toBe(false);
});

test('a transaction without statements never begins, and one that cannot begin executes nothing', async () => {
  const { engine } = await open();
  await engine.query('create table unbegun (id int)', []);
  expect(await (await engine.begin('begin')).commit()).toBe(true);
  await (await engine.begin('begin')).rollback();
  const transaction = await engine.begin('begin isolation level whatever');
  await expect(transaction.query('insert into unbegun values (1)', [])).rejects.toMatchObject({ code: '57P01' });
  await expect(transaction.query('insert into unbegun values (2)', [])).rejects.toMatchObject({ code: '57P01' });
  await expect(transaction.commit()).rejects.toMatchObject({ code: '57P01' });
  expect((await engine.query('select * from unbegun', [])).rows).toEqual([]);
});

test('close waits for running statements and refuses later ones', async () => {
  const { engine } = await open();
  await engine.query('create table closing (id int)', []);
  const transaction = await engine.begin('begin');
  await transaction.query('insert into closing values (1)', []);
  const closed = engine.close();
  await expect(engine.query('select 1', [])).rejects.toMatchObject({ code: '57P03' });
  await transaction.commit();
  await closed;
  const again = await open();
  expect((await again.engine.query('select * from closing', [])).rows).toEqual([['1']]);
});

// shows: threats/lost-database-or-disk
test('a thread that is ended during many writes loses no acknowledged row', async () => {
  const threads: Worker[] = [];
  const collect = (thread: Worker) => void threads.push(thread);
  process.on('worker', collect);
  onTestFinished(() => void process.off('worker', collect));
  const { engine } = await open();
  await engine.query('create table written (id int)', []);
  const acknowledged: string[] = [];
  const refused: unknown[] = [];
  let last = 0;
  const writer = async (until: () => boolean) => {
    while (!until()) {
      const id = String(++last);
      await engine.query('insert into written values ($1)', [id]).then(
        () => acknowledged.push(id),
        (error: unknown) => refused.push(sqlState(error)),
      );
    }
  };
  for (let round = 1; round <= 2; round++) {
    const [had, lost] = [acknowledged.length, refused.length];
    const isOver = () => refused.length > lost && acknowledged.length > had + 40;
    const writing = Array.from({ length: 4 }, () => writer(isOver));
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(had + 20), 100_000);
    await threads.at(-1)?.terminate();
    await Promise.all(writing);
  }
  const rows = (await engine.query('select id from written', [])).rows.flat();
  expect(acknowledged.filter((id) => !rows.includes(id))).toEqual([]);
  expect(new Set(rows).size).toBe(rows.length);
  expect(new Set(refused)).toEqual(new Set(['57P01']));
}, 240_000);
