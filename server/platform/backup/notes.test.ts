import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LAST_BACKUP_FILE, noteBackup, readLastBackup } from './last-backup.ts';
import { isTrialDue, LAST_NIGHT_FILE, noteNight, readLastNight } from './last-night.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'fairlead-notes-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}
const at = new Date('2026-11-20T02:00:00Z');

test('a note that a full disk has cut off is no complete backup, and the next one replaces it', async () => {
  const dataDir = await folder();
  for (const text of ['', '{"at":"2026-', '2026-11', '{"at":"","outcome":"complete"}']) {
    await writeFile(join(dataDir, LAST_BACKUP_FILE), text);
    await expect(readLastBackup(dataDir), text).rejects.toThrow();
  }
  await noteBackup(dataDir, { at, folder: '/backups/night', outcome: 'failed', reason: 'no space' });
  expect(await readLastBackup(dataDir)).toMatchObject({ outcome: 'failed', reason: 'no space' });
  await writeFile(join(dataDir, LAST_BACKUP_FILE), at.toISOString());
  expect(await readLastBackup(dataDir)).toMatchObject({ outcome: 'complete', completeAt: at.toISOString() });
});

test('two commands note at once, and one that was killed is in nobody’s way', async () => {
  const dataDir = await folder();
  await writeFile(join(dataDir, `${LAST_NIGHT_FILE}.new`), '{"at":');
  const night = { at: at.toISOString(), faults: [] };
  await Promise.all([noteNight(dataDir, night), noteNight(dataDir, night), noteNight(dataDir, night)]);
  expect(await readLastNight(dataDir)).toEqual(night);
  expect((await readdir(dataDir)).sort()).toEqual([LAST_NIGHT_FILE, `${LAST_NIGHT_FILE}.new`]);
});

test('a backup is restored for trial every four weeks, also after a clock that was ahead', () => {
  expect(isTrialDue(undefined, at)).toBe(true);
  expect(isTrialDue('2026-10-23T03:00:00Z', at)).toBe(false);
  expect(isTrialDue('2026-10-23T01:00:00Z', at)).toBe(true);
  expect(isTrialDue('2035-01-01T00:00:00Z', at)).toBe(true);
});
