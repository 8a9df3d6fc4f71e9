import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chooseOld, deleteOldBackups, type KeptBackup } from './keep-backups.ts';

const dayMs = 86_400_000;
const backupAt = (takenAt: string, isComplete = true): KeptBackup => ({
  folder: takenAt,
  takenAt: new Date(takenAt),
  isComplete,
});
const left = (backups: readonly KeptBackup[], now = '2026-11-30T00:00:00Z') => {
  const old = new Set(chooseOld(backups, new Date(now)));
  return backups.filter((one) => !old.has(one)).map(({ folder }) => folder);
};

test('of two years of nights, 7 days, 5 weeks and 12 months are kept, by a run each night', () => {
  const first = Date.parse('2024-11-20T21:00:00Z');
  let kept: KeptBackup[] = [];
  for (let day = 0; day < 730; day++) {
    const now = new Date(first + day * dayMs);
    kept.push(backupAt(now.toISOString()));
    const old = new Set(chooseOld(kept, now));
    kept = kept.filter((one) => !old.has(one));
  }
  // 2026-11-19 was a Thursday
  expect(kept.map(({ folder }) => folder.slice(0, 10))).toEqual([
    ...['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ...['2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-25', '2026-10-31', '2026-11-01', '2026-11-08'],
    ...['2026-11-13', '2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'],
  ]);
});

test('nights without a backup delete none, and the last of several in a day stays', () => {
  const backups = ['2026-01-05T02:00:00Z', '2026-11-20T02:00:00Z', '2026-11-20T14:00:00Z'].map((at) => backupAt(at));
  expect(left(backups)).toEqual(['2026-01-05T02:00:00Z', '2026-11-20T14:00:00Z']);
  expect(left([])).toEqual([]);
});

test('an incomplete backup counts for no day, and stays until a complete one follows', () => {
  const [complete, incomplete] = [backupAt('2026-11-19T02:00:00Z'), backupAt('2026-11-20T02:00:00Z', false)];
  expect(left([complete, incomplete])).toEqual([complete.folder, incomplete.folder]);
  expect(left([incomplete])).toEqual([incomplete.folder]);
  const later = backupAt('2026-11-21T02:00:00Z');
  expect(left([complete, incomplete, later])).toEqual([complete.folder, later.folder]);
});

test('backups of a clock that was ahead delete none, also not by a clock that is behind', () => {
  const ahead = Array.from({ length: 24 }, (_, month) => backupAt(new Date(Date.UTC(2035, month, 1)).toISOString()));
  const tonight = ['2026-11-28T02:00:00Z', '2026-11-29T02:00:00Z'].map((at) => backupAt(at));
  const incomplete = backupAt('2026-11-29T21:00:00Z', false);
  const all = [...ahead, ...tonight, incomplete];
  expect(left(all)).toEqual(all.map(({ folder }) => folder));
  const behind = backupAt('1970-01-01T00:00:09Z');
  expect(left([...all, behind], '1970-01-01T00:00:10Z')).toHaveLength(all.length + 1);
});

test('only old backups of nights of this academy are deleted, and what killed commands have left', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-kept-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [academy, other] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'];
  const now = new Date('2026-11-20T12:00:00Z');
  const [night, later] = ['2026-11-20-020000', '2026-11-20-110000'];
  const put = async (name: string, of: string, takenAt: string) => {
    await mkdir(join(folder, name));
    const manifest = { format: 1, academy: of, takenAt, files: 0, sums: '', missing: [], damaged: [] };
    await writeFile(join(folder, name, 'backup.json'), JSON.stringify(manifest));
  };
  await put(night, academy, '2026-11-20T02:00:00Z');
  await put(later, academy, '2026-11-20T11:00:00Z');
  await put('2026-11-20-0300', academy, '2026-11-20T03:00:00Z');
  await put('before-0.3.0-2026-11-20-0400', academy, '2026-11-20T04:00:00Z');
  await put('2026-11-20-050000', academy, 'at five');
  await put('2026-11-20-060000', other, '2026-11-20T02:00:00Z');
  await put('2026-11-20-070000', other, '2026-11-20T11:00:00Z');
  const scratch = ['.fairlead-trial-abc', '.trial-version'];
  for (const name of ['notes', 'x.unfinished-0a1b2c3d', 'y.unfinished-0a1b2c3d', ...scratch, 'mine.unfinished'])
    await mkdir(join(folder, name));
  await writeFile(join(folder, 'letter.unfinished-0a1b2c3d'), 'a file');
  for (const name of ['notes', 'x.unfinished-0a1b2c3d', ...scratch, 'mine.unfinished'])
    await utimes(join(folder, name), new Date('2026-11-01'), new Date('2026-11-01'));
  await utimes(join(folder, 'y.unfinished-0a1b2c3d'), now, now);
  const old = [join(folder, '2026-11-20-0300'), join(folder, night)];
  expect(await deleteOldBackups(folder, { academy, now })).toEqual(old);
  expect((await readdir(folder)).sort()).toEqual([
    '.trial-version',
    '2026-11-20-050000',
    '2026-11-20-060000',
    '2026-11-20-070000',
    later,
    'before-0.3.0-2026-11-20-0400',
    'letter.unfinished-0a1b2c3d',
    'mine.unfinished',
    'notes',
    'y.unfinished-0a1b2c3d',
  ]);
});
