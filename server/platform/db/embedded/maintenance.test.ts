import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseLocation } from '../../../testing/database.ts';
import { silentLog } from '../../../testing/databases.ts';
import { EmbeddedEngine } from './engine.ts';
import { maintain } from './maintenance.ts';

const { dataDir } = await databaseLocation();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** Maintenance of a database that only records the statements. */
function watched() {
  const statements: string[] = [];
  const run = async (sql: string) => {
    statements.push(sql);
    return { command: 'SELECT', affectedRows: 0, fields: [], rows: [] };
  };
  return { maintenance: maintain(run, silentLog), statements };
}

test('a checkpoint runs every five minutes while the database is used, and none while it is idle', async () => {
  const { maintenance, statements } = watched();
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(statements).toEqual(['checkpoint']);
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(statements).toEqual(['checkpoint']);
  maintenance.noteUse();
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(statements).toEqual(['checkpoint', 'checkpoint']);
  maintenance.stop();
  maintenance.noteUse();
  await vi.advanceTimersByTimeAsync(12 * HOUR);
  expect(statements).toHaveLength(2);
});

test('after six hours every table is vacuumed and analyzed', async () => {
  const engine = await EmbeddedEngine.open({
    folder: path.join(dataDir, 'database'),
    log: silentLog,
  });
  try {
    await engine.query('create table "Odd name" (id int)', []);
    await engine.query('insert into "Odd name" select generate_series(1, 500)', []);
    const estimate = async () =>
      (await engine.query(`select reltuples::int from pg_class where relname = 'Odd name'`, [])).rows;
    expect(await estimate()).toEqual([['-1']]);
    vi.advanceTimersByTime(6 * HOUR);
    await vi.waitFor(async () => expect(await estimate()).toEqual([['500']]), { timeout: 20_000 });
  } finally {
    await engine.close();
  }
});
