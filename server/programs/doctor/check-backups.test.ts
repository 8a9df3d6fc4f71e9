import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { dumpStream } from '../../platform/backup/dump-stream.ts';
import { type LastBackup, noteBackup } from '../../platform/backup/last-backup.ts';
import { writeBackup } from '../../platform/backup/write-backup.ts';
import { testApp } from '../../testing/app.ts';
import { checkBackups } from './check-backups.ts';

const { clock, config, db } = await testApp();
const folder = await mkdtemp(join(tmpdir(), 'fairlead-doctor-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = async (hours: number) => {
  const found = await checkBackups({ dataDir: config.dataDir }, () => new Date(clock().getTime() + hours * 3_600_000));
  // they are on one disk here
  return found
    .filter(({ state, says }) => state !== 'fine' && !says.includes('same disk'))
    .map(({ state, says }) => `${state}: ${says}`);
};
const note = (ended: Omit<LastBackup, 'at' | 'completeAt'>) => noteBackup(config.dataDir, { at: clock(), ...ended });

test('backups that are missing, failed or old are named, and one of last night is not', async () => {
  expect(await at(0)).toEqual(['wrong: There was never a backup.']);
  await writeFile(join(config.dataDir, 'last-backup'), `${clock().toISOString()}\n`);
  expect(await at(72)).toEqual([
    'wrong: The last backup is 3 days old.',
    expect.stringMatching(/^look: Where the last/),
  ]);
  await note({ outcome: 'failed', folder, reason: 'the disk is full' });
  expect(await at(1)).toEqual(['wrong: The backup of 2026-11-20 failed: the disk is full']);
});

test('backups are looked at themselves: whether they are there, whole and complete', async () => {
  const { dataDir } = config;
  const target = join(folder, 'backup');
  const { vault } = config.secrets;
  // the people of this file have rows without files
  await db.updateTable('storedFile').set({ deletedAt: clock() }).execute();
  await writeBackup({ dataDir, target, vault, clock }, () => dumpStream(db));
  await note({ outcome: 'complete', folder: target });
  const manifest = JSON.parse(await readFile(join(target, 'backup.json'), 'utf8'));
  await writeFile(join(target, 'backup.json'), JSON.stringify({ ...manifest, missing: ['academy/x.webp'] }));
  expect(await at(24)).toEqual(['wrong: The backup of 2026-11-20 is incomplete: 1 stored file is missing.']);
  await writeFile(join(target, 'backup.json'), JSON.stringify(manifest));
  await rename(join(target, 'data/secrets'), join(target, 'data/gone'));
  expect(await at(24)).toEqual([expect.stringMatching(/^wrong: The backup at \S+ lacks data\/secrets\/\w+\.$/)]);
  await rename(join(target, 'data/gone'), join(target, 'data/secrets'));
  await writeFile(join(target, 'database.jsonl.gz'), 'x');
  expect(await at(24)).toEqual([expect.stringMatching(/is damaged: database\.jsonl\.gz is not what it was\.$/)]);
  await rm(target, { recursive: true });
  expect(await at(24)).toEqual([`wrong: The backup of 2026-11-20 is not at ${target} any more.`]);
});
