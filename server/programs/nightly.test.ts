import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LAST_NIGHT_FILE, type LastNight, NIGHT_LOCK_FOLDER, readLastNight } from '../platform/backup/last-night.ts';
import { lockFolder } from '../platform/db/embedded/folder-lock.ts';
import { start } from '../program/start.ts';
import { readConfig } from '../settings/config.ts';
import { runCommand } from '../testing/command.ts';
import { databaseLocation, emptyDatabaseLocation } from '../testing/database.ts';

const place = await databaseLocation();
const { dataDir, url } = place;
const folder = await mkdtemp(join(tmpdir(), 'fairlead-nights-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const settings = { FFMPEG: 'none', LOG_LEVEL: 'silent' };
const night = () => runCommand('nightly.ts', place, { args: [folder], env: settings });
const backups = async () => (await readdir(folder)).sort();
const inodeIn = async (backup: string) => (await stat(join(folder, backup, 'data/files', stored))).ino;

const program = await start(
  readConfig({ DATA_DIR: dataDir, PORT: '0', ...settings, ...(url && { DATABASE_URL: url }) }),
  { dev: false },
);
const stored = 'academy/0198c0de-0000-4000-8000-000000000001.png';
await writeFile(join(dataDir, 'files', stored), 'a stored file');
afterAll(() => program.stop());

/** The faults of a night, but for what the doctor says of this machine. */
const faultsOf = (found: LastNight | undefined) => found?.faults.filter(({ step }) => step !== 'doctor');

test('a night makes a backup that is restored for trial, and the next one links what is unchanged', async () => {
  const first = await night();
  expect(first.output).toMatch(/was restored for trial: [\d,]+ rows, \d+ files\./);
  expect(first.output).toMatch(/^\d+ wrong, \d+ to look at, \d+ fine$/m);
  const noted = await readLastNight(dataDir);
  expect(faultsOf(noted)).toEqual([]);
  expect(noted?.restoredAt).toBeDefined();
  const [one = ''] = await backups();
  expect(await backups()).toEqual([one]);

  const inode = await inodeIn(one);
  const second = await night();
  expect(second.output).not.toContain('restored for trial');
  expect(second.output).toContain(`${join(folder, one)} is deleted.`);
  expect((await readLastNight(dataDir))?.restoredAt).toBe(noted?.restoredAt);
  const [two = ''] = await backups();
  expect(await backups()).toEqual([two]);
  expect(two).not.toBe(one);
  expect(await inodeIn(two)).toBe(inode);
  // the program and every backup are without the notes of nights
  for (const name of [LAST_NIGHT_FILE, NIGHT_LOCK_FOLDER])
    expect(existsSync(join(folder, two, 'data', name))).toBe(false);
}, 120_000);

test('a step that fails does not hold the next ones back, and is noted', async () => {
  const [kept = ''] = await backups();
  await truncate(join(folder, kept, 'database.jsonl.gz'), 10);
  // a note that cannot be read holds nothing back, and says nothing of trials
  await writeFile(join(dataDir, LAST_NIGHT_FILE), '{');
  const link = join(dataDir, 'keys', 'kept-elsewhere');
  await symlink(join(folder, 'nowhere'), link);
  const ended = await night();
  await rm(link);
  expect(ended.code).toBe(1);
  const noted = await readLastNight(dataDir);
  expect(faultsOf(noted)).toEqual([
    { step: 'backup', says: expect.stringContaining('cannot be followed') },
    { step: 'trial restore', says: 'The backup is damaged: database.jsonl.gz is not what it was.' },
  ]);
  expect(ended.output).toMatch(/^\d+ wrong, /m);
  expect(await backups()).toEqual([kept]);
}, 120_000);

test('a second night at once is refused', async () => {
  const before = await backups();
  const unlock = lockFolder(join(dataDir, NIGHT_LOCK_FOLDER));
  const refused = await night();
  unlock();
  expect(refused).toMatchObject({
    code: 1,
    errors: expect.stringContaining('The work of the night is running already.'),
  });
  expect(await backups()).toEqual(before);
}, 120_000);

test('where there is no academy, and without a folder, nothing is made', async () => {
  const empty = await emptyDatabaseLocation();
  const target = join(empty.dataDir, 'backups');
  expect(await runCommand('nightly.ts', empty, { args: [target] })).toMatchObject({ code: 1 });
  expect(await readdir(empty.dataDir)).toEqual([]);
  expect(await runCommand('nightly.ts', place)).toMatchObject({ code: 2 });
});
