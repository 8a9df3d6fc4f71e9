import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { LAST_SWEEP_FILE, type LastSweep, noteSweep } from '../../platform/files/last-sweep.ts';
import { folderStore } from '../../platform/files/stores/folder-store.ts';
import { withProbe } from '../../platform/files/stores/probe.ts';
import { storedNames } from '../../platform/files/stores/stored-names.ts';
import type { Config } from '../../settings/config.ts';
import { testApp } from '../../testing/app.ts';
import { addProfile } from '../../testing/factories.ts';
import { checkFiles } from './check-files.ts';
import { faults } from './testing/findings.ts';

const program = await testApp();
const { clock, config } = program;
const folder = await mkdtemp(join(tmpdir(), 'fairlead-doctor-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

const files = (change: Partial<Config> = {}) => faults(checkFiles({ ...config, ...change }, clock));

test('files that are stored and read have no fault, and leave nothing behind', async () => {
  await addProfile(program, await program.person());
  expect(await files()).toEqual([]);
  expect(await files()).toEqual([]);
});

test('files that cannot be stored, and documents of another secret, are named', async () => {
  const secrets = { ...config.secrets, vault: randomBytes(32).toString('hex') };
  expect(await files({ secrets })).toEqual([
    expect.stringMatching(/^wrong: Identity documents cannot be read: .*another secret/),
  ]);
  // one that is damaged is no reason to doubt the secret
  await addProfile(program, await program.person());
  for await (const { name } of storedNames(program.files.store, ['profile_pictures'])) {
    const path = join(config.dataDir, 'files', name);
    const bytes = await readFile(path);
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(100) ^ 1, 100);
    await writeFile(path, damaged);
    ending.push(() => writeFile(path, bytes));
    break;
  }
  expect(await files()).toEqual([expect.stringMatching(/^wrong: profile_pictures\/\S+ is damaged\.$/)]);
  const place = {
    bucket: 'academy',
    prefix: '',
    endpoint: 'http://127.0.0.1:1',
    region: '',
    keyId: 'k',
    secret: 's',
  };
  // one failure hides no other
  expect(await files({ files: { place, also: { place: undefined } } })).toEqual([
    expect.stringMatching(/^wrong: The object store’s clock cannot be read: The object store cannot be used: /),
    expect.stringMatching(/^wrong: No file can be stored: The object store cannot be used: /),
    expect.stringMatching(/^wrong: Whether identity documents can be read is not known: The object store cannot /),
    expect.stringMatching(/^look: Whether the bucket keeps versions is not known: The object store cannot /),
    'look: There are still files at FILES_ALSO.',
  ]);
  await writeFile(join(folder, 'files'), '');
  expect(await files({ dataDir: folder })).toEqual([
    expect.stringMatching(/^wrong: No file can be stored: /),
    expect.stringMatching(/^wrong: Whether identity documents can be read is not known: /),
  ]);
});

test('files that are kept or wait for an administrator are counted, in words', async () => {
  const kept = { withoutRow: 3, markedDeleted: 219, inUse: 0 };
  const note = (change: Partial<LastSweep>) =>
    noteSweep(config.dataDir, { at: clock().toISOString(), kept, waiting: [], ...change });
  ending.push(() => rm(join(config.dataDir, LAST_SWEEP_FILE)));
  await note({});
  const says = (await checkFiles(config, clock)).map((finding) => finding.says);
  expect(says).toContain('Kept for 30 days: 3 files without a row in the database, and 219 marked as deleted');
  await note({
    kept: { ...kept, inUse: 7 },
    waiting: [
      { kind: 'files', waiting: 219, total: 244 },
      { kind: 'people', waiting: 312, total: 400 },
    ],
  });
  expect(await files()).toEqual([
    'wrong: 219 of 244 files would be deleted within a day. This waits until an administrator allows it.',
    'wrong: The data of 312 of 400 people would be erased at once. This waits until an administrator allows it.',
    'wrong: 7 files are in use, but marked as deleted: pages lack what is in use. Nothing of it is deleted.',
  ]);
  await writeFile(join(config.dataDir, LAST_SWEEP_FILE), '{"at"');
  expect(await files()).toEqual([]);
});

test('files that are read otherwise than they were written, or not at all, leave no test file behind', async () => {
  const scratch = await mkdtemp(join(folder, 'probe-'));
  const store = folderStore(scratch, ['academy']);
  const failing = withProbe(store, { scratch, folder: 'academy', sizeBytes: 10 }, () =>
    Promise.reject(new Error('read error')),
  );
  await expect(failing).rejects.toThrow('read error');
  expect(await readdir(scratch, { recursive: true })).toEqual(['academy']);
});
