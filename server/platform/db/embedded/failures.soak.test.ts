import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { databaseLocation } from '../../../testing/database.ts';
import type { EngineOptions } from './engine.ts';
import { lockFolder } from './folder-lock.ts';
import { endless, openEngine } from './testing/open-engine.ts';

const place = databaseLocation;
const [{ dataDir }, failing, broken, shut] = await Promise.all([place(), place(), place(), place()]);
const folder = path.join(dataDir, 'database');

const open = (options: Partial<EngineOptions> = {}) => openEngine({ folder, ...options });

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

test('a transaction whose worker thread was replaced is not committed', async () => {
  const { engine } = await open({ statementLimit: 1_000 });
  await engine.query('create table half (id int)', []);
  const transaction = await engine.begin('begin');
  await transaction.query('insert into half values (1)', []);
  await expect(transaction.query(endless, [])).rejects.toMatchObject({ code: '57014' });
  await expect(transaction.query('insert into half values (2)', [])).rejects.toMatchObject({ code: '57P01' });
  await expect(transaction.commit()).rejects.toMatchObject({ code: '57P01' });
  expect((await engine.query('select * from half', [])).rows).toEqual([]);
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
  await expect(engine.query(endless, [])).rejects.toMatchObject({ code: '57014' });
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
  await expect(engine.query(endless, [])).rejects.toMatchObject({ code: '57014' });
  await expect(engine.query('select 1', [])).rejects.toMatchObject({ code: '57P03' });
  await engine.close();
  lockFolder(brokenFolder)();
});

test('a statement that needs more memory than the database may have is refused, and the database goes on', () => {
  // in a program of its own, which gives the two gigabytes back
  const script = `import { EmbeddedEngine } from ${JSON.stringify(path.join(import.meta.dirname, 'engine.ts'))};
    const log = { info() {}, warn() {}, error: (_, message) => console.log(message) };
    const engine = await EmbeddedEngine.open({ folder: ${JSON.stringify(path.join(dataDir, 'small'))}, log });
    const lists = "select array_length(array_agg(repeat('x', 1000)), 1) from generate_series(1, 3000000)";
    await engine.query(lists, []).catch(({ code, message }) => console.log(code, message));
    console.log(JSON.stringify((await engine.query('select 1', [])).rows));
    await engine.close();`;
  const program = path.join(dataDir, 'small.mjs');
  fs.writeFileSync(program, script);
  const { stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout.trim().split('\n')).toEqual(['53200 out of memory', '[["1"]]']);
});
