import { existsSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { afterAll, expect, test } from 'vitest';
import { dumpStream } from '../platform/backup/dump-stream.ts';
import { DUMP_FILE, writeBackup } from '../platform/backup/write-backup.ts';
import { type Db, openDatabase } from '../platform/db/database.ts';
import { start } from '../program/start.ts';
import { readConfig } from '../settings/config.ts';
import { testApp } from '../testing/app.ts';
import { runCommand } from '../testing/command.ts';
import { emptyDatabaseLocation, onServer } from '../testing/database.ts';
import { silentLog } from '../testing/databases.ts';
import { formOf, profileDocuments, profileFields } from '../testing/forms.ts';
import { canMountDisks, mountSmallDisk } from '../testing/small-disk.ts';

const program = await testApp();
const { call, config, db, files } = program;
const within = await mkdtemp(join(tmpdir(), 'fairlead-restore-'));
afterAll(() => rm(within, { recursive: true, force: true }));
const backup = join(within, 'backup');
const form = formOf(profileFields, await profileDocuments());
expect((await call(seafarers.createProfile, { form }, await program.person())).status).toBe(201);
const { dataDir } = config;
await writeBackup({ dataDir, target: backup, stores: [files.store], vault: config.secrets.vault }, () =>
  dumpStream(db),
);

const place = await emptyDatabaseLocation();
const restore = (from: string, killAt?: string, into = place) =>
  runCommand('restore.ts', into, {
    args: [from],
    ...(killAt && {
      env: { KILL_AT: killAt, NODE_OPTIONS: `--import=${join(import.meta.dirname, 'testing/kill-at.ts')}` },
    }),
  });
const open = ({ dataDir, url } = place) =>
  start(
    readConfig({
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ADMIN_EMAIL: 'harbour@example.org',
      ...(url && { DATABASE_URL: url }),
    }),
    { dev: false },
  );

// a server has its database elsewhere
if (canMountDisks() && !onServer())
  test('a disk that is too small is named before anything is written', async () => {
    const disk = mountSmallDisk(30);
    try {
      const dataDir = join(disk.folder, 'data');
      const { code, errors } = await runCommand('restore.ts', { dataDir }, { args: [backup] });
      const said = expect.stringMatching(/^DATA_DIR \(.*\/data\) has .* MB are missing\./);
      expect([code, errors.trim()]).toEqual([1, said]);
      expect(await readdir(dataDir)).toEqual([]);
    } finally {
      disk.unmount();
    }
  });

// shows: threats/lost-machine
test.each(['before the note', 'secrets', 'files', 'rows', 'the end'])(
  'a restore that is killed (%s) does not start as an empty academy',
  async (killAt) => {
    const killed = await restore(backup, killAt);
    expect(killed.output).not.toContain('are missing');
    expect(existsSync(join(place.dataDir, 'restoring')), killed.errors).toBe(true);
    await expect(open()).rejects.toThrow(/was interrupted: nothing was opened\. Enter again: npm run restore -- \S+/);
  },
  120_000,
);

test('one that fails before it has removed what a killed one has left is no end of that', async () => {
  const into = await emptyDatabaseLocation();
  await restore(backup, 'files', into);
  const dump = join(backup, DUMP_FILE);
  await rename(dump, `${dump}-away`);
  expect(await restore(backup, undefined, into)).toMatchObject({ code: 1 });
  await rename(`${dump}-away`, dump);
  expect(existsSync(join(into.dataDir, 'restoring', 'note.json'))).toBe(true);
  await expect(open(into)).rejects.toThrow('was interrupted: nothing was opened');
  expect(await restore(backup, undefined, into)).toMatchObject({ code: 0, errors: '' });
  expect(existsSync(join(into.dataDir, 'restoring'))).toBe(false);
}, 60_000);

test('another backup is not mixed into it, and the same one completes it', async () => {
  const other = join(within, 'other');
  await cp(backup, other, { recursive: true });
  await appendFile(join(other, 'SHA256SUMS'), '\n');
  expect(await restore(other)).toMatchObject({
    code: 1,
    errors: expect.stringContaining(`has a part of the backup ${backup}`),
  });
  expect((await runCommand('doctor.ts', place)).output).toContain('whose restore is running or was interrupted');
  expect(await restore(backup)).toMatchObject({ code: 0, errors: '' });
  expect(existsSync(join(place.dataDir, 'restoring'))).toBe(false);
  const restored = await openDatabase({ ...place, log: silentLog });
  const emails = (of: Db) => of.selectFrom('account').select('email').orderBy('email').execute();
  expect(await emails(restored)).toEqual(expect.arrayContaining(await emails(db)));
  await restored.destroy();
  expect((await restore(backup)).errors).toContain('a backup is restored into an empty');
}, 120_000);
