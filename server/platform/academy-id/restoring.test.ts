import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { beginRestore, placesOf, RESTORING, unfinishedRestore } from './restoring.ts';

const within = await mkdtemp(join(tmpdir(), 'fairlead-restoring-'));
afterAll(() => rm(within, { recursive: true, force: true }));

const databaseUrl = 'postgres://ana:sea@db.internal/academy';
const trial = {
  bucket: 'academy',
  prefix: 'files/',
  endpoint: 'http://trial.internal:9000',
  region: 'r',
  keyId: 'k',
  secret: 's',
};
const files = { place: trial, also: undefined };
const noteOf = (settings: Parameters<typeof placesOf>[0]) => ({
  backup: '/backup',
  sums: 'a'.repeat(64),
  database: 'the database academy on db.internal',
  files: 'the bucket academy/files/',
  places: placesOf(settings),
});
const begun = { databaseUrl, files };

/** A folder whose restore was killed. */
async function killed(): Promise<string> {
  const dataDir = await mkdtemp(join(within, 'data-'));
  const restoring = await beginRestore(dataDir, noteOf(begun));
  await restoring.note();
  restoring.release();
  return dataDir;
}

const live = { ...trial, endpoint: 'https://live.internal' };
test.each([
  ['a bucket of the same name at another endpoint', { databaseUrl, files: { place: live, also: undefined } }],
  ['a second place of files', { databaseUrl, files: { place: trial, also: { place: live } } }],
  ['the folder of files', { databaseUrl, files: { place: undefined, also: undefined } }],
  ['a database of the same name at another port', { databaseUrl: 'postgres://db.internal:5433/academy', files }],
  ['a database at a host that a parameter names', { databaseUrl: `${databaseUrl}?host=live.internal`, files }],
  ['the embedded database', { databaseUrl: undefined, files }],
])('a restore that was killed is not begun again with %s', async (_, settings) => {
  const dataDir = await killed();
  await expect(beginRestore(dataDir, noteOf(settings))).rejects.toThrow('was interrupted: restore that one again');
  expect(await unfinishedRestore(dataDir)).toContain('npm run restore -- /backup');
});

test('it is begun again with another password of the same places', async () => {
  const url = 'postgres://ben:wind@db.internal:5432/academy';
  const again = await beginRestore(await killed(), noteOf({ databaseUrl: url, files }));
  expect(again.wasKilled).toBe(true);
  again.release();
});

test('one that is given up keeps the note of a killed one until all places were empty again', async () => {
  const dataDir = await killed();
  const first = await beginRestore(dataDir, noteOf(begun));
  await first.giveUp();
  first.release();
  expect(await unfinishedRestore(dataDir)).toContain('was interrupted');
  const second = await beginRestore(dataDir, noteOf(begun));
  expect(second.wasKilled).toBe(true);
  await second.note();
  await second.giveUp();
  expect(existsSync(join(dataDir, RESTORING))).toBe(false);
});
