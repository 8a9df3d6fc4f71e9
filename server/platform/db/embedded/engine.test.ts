import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { databasePlace } from '../../../testing/database.ts';
import { sqlState } from '../database-error.ts';
import { EmbeddedEngine, type EngineOptions } from './engine.ts';
import { lockFolder } from './folder-lock.ts';

const place = databasePlace;
const [{ dataDir }, failing, broken, shut] = await Promise.all([place(), place(), place(), place()]);
const folder = path.join(dataDir, 'database');

/** Opens the engine and collects what it logs as an error. */
async function open(options: Partial<EngineOptions> = {}) {
  const errors: string[] = [];
  const log = {
    info: () => {},
    warn: () => {},
    error: (_: unknown, message?: string) => void errors.push(message ?? ''),
  };
  const engine = await EmbeddedEngine.open({ folder, log, ...options });
  onTestFinished(() => engine.close());
  return { engine, errors };
}

const ENDLESS = 'with recursive n(i) as (select 1 union all select 1 from n) select count(*) from n';

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

test('if the disk refuses to sync, nothing is acknowledged and the database recovers by itself', () => {
  const flag = path.join(dataDir, 'fail-fsync');
  const preload = path.join(import.meta.dirname, 'testing/fail-fsync.ts');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', preload, path.join(import.meta.dirname, 'testing/failing-disk.ts')],
    { encoding: 'utf8', env: { ...process.env, FAIL_FSYNC: flag, FOLDER: path.join(failing.dataDir, 'database') } },
  );
  expect(stderr).toBe('');
  // a write whose sync failed may or may not be there afterwards, as with any lost reply
  const { words, ...report } = JSON.parse(stdout);
  expect(report).toEqual({ refused: '57P01', restarts: 1 });
  expect(words.filter((word: string) => word !== 'during')).toEqual(['before', 'after']);
});

test('a first start that was killed is repeated, in files that nobody else can read', async () => {
  const fresh = path.join(dataDir, 'fresh');
  fs.mkdirSync(path.join(fresh, 'pg18.new', 'base'), { recursive: true });
  fs.writeFileSync(path.join(fresh, 'pg18.new', 'PG_VERSION'), '18\n');
  const { engine } = await open({ folder: fresh });
  await engine.query('create table secret (id int)', []);

  const names = ['.', ...fs.readdirSync(fresh, { recursive: true, encoding: 'utf8' })];
  expect(names.length).toBeGreaterThan(500);
  expect(names.filter((name) => name.includes('.new'))).toEqual([]);
  expect(names.filter((name) => (fs.lstatSync(path.join(fresh, name)).mode & 0o077) !== 0)).toEqual([]);
});

test('a second engine is refused with one line that names the folder', async () => {
  await open();
  await expect(open()).rejects.toThrow(
    new Error(`The database folder ${folder} is in use by another process: stop it first.`),
  );
});

test('a second process is refused, and the first keeps its lock', async () => {
  const { engine } = await open();
  const script = `import { EmbeddedEngine } from ${JSON.stringify(path.join(import.meta.dirname, 'engine.ts'))};
    await EmbeddedEngine.open({ folder: ${JSON.stringify(folder)}, log: console })
      .then(() => console.log('opened'), (error) => console.log(error.message));`;
  for (let round = 0; round < 2; round++) {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(stdout).toContain(`${folder} is in use by another process`);
  }
  expect((await engine.query('select 1', [])).rows).toEqual([['1']]);
});

test('a statement that runs too long is stopped, and the next one works', async () => {
  const { engine, errors } = await open({ statementLimit: 1_000 });
  const endless = engine.query(ENDLESS, []);
  const behind = engine.query('select 1', []);
  await expect(endless).rejects.toMatchObject({ code: '57014', message: expect.stringContaining('1000 ms') });
  await expect(behind).rejects.toMatchObject({ code: '57P01' });
  expect((await engine.query('select 2', [])).rows).toEqual([['2']]);
  expect(errors).toEqual(['the embedded database failed and is opened again']);
});

test('a transaction whose worker thread was replaced is not committed', async () => {
  const { engine } = await open({ statementLimit: 1_000 });
  await engine.query('create table half (id int)', []);
  const transaction = await engine.begin('begin');
  await transaction.query('insert into half values (1)', []);
  await expect(transaction.query(ENDLESS, [])).rejects.toMatchObject({ code: '57014' });
  await expect(transaction.query('insert into half values (2)', [])).rejects.toMatchObject({ code: '57P01' });
  await expect(transaction.commit()).rejects.toMatchObject({ code: '57P01' });
  expect((await engine.query('select * from half', [])).rows).toEqual([]);
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
test('a database that does not open is refused at once, retried, and works once it opens', async () => {
  const brokenFolder = path.join(broken.dataDir, 'database');
  const control = path.join(brokenFolder, 'pg18', 'global', 'pg_control');
  const { engine, errors } = await open({ folder: brokenFolder, statementLimit: 1_000, pause: 100 });
  await engine.query('create table kept (id int)', []);
  await engine.query('insert into kept values (1)', []);
  const sound = fs.readFileSync(control);
  fs.writeFileSync(control, 'nonsense');
  await expect(engine.query(ENDLESS, [])).rejects.toMatchObject({ code: '57014' });
  await expect(engine.query('select 1', [])).rejects.toMatchObject({ code: '57P03' });
  await expect(engine.begin('begin')).rejects.toMatchObject({ code: '57P03' });
  const tries = () =>
    errors.filter((error) => error === 'the embedded database does not open, and is tried again').length;
  await vi.waitFor(() => expect(tries()).toBeGreaterThanOrEqual(2), 100_000);

  fs.writeFileSync(control, sound);
  await vi.waitFor(async () => expect((await engine.query('select * from kept', [])).rows).toEqual([['1']]), 100_000);
  const before = tries();
  await engine.query('insert into kept values (2)', []);
  expect(tries()).toBe(before);
}, 240_000);

test('a database that does not open can be closed between two attempts, and its folder is released', async () => {
  const brokenFolder = path.join(shut.dataDir, 'database');
  const { engine } = await open({ folder: brokenFolder, statementLimit: 1_000 });
  fs.writeFileSync(path.join(brokenFolder, 'pg18', 'global', 'pg_control'), 'nonsense');
  await expect(engine.query(ENDLESS, [])).rejects.toMatchObject({ code: '57014' });
  await expect(engine.query('select 1', [])).rejects.toMatchObject({ code: '57P03' });
  await engine.close();
  lockFolder(brokenFolder)();
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
  for (let round = 1; round <= 3; round++) {
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
