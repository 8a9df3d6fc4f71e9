import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFiles, type Files, type KeptFile } from './files.ts';
import { folders } from './folders.ts';
import { type FindRow, moveFiles } from './move-files.ts';
import type { FileStore } from './stores/file-store.ts';
import { folderStore } from './stores/folder-store.ts';
import { twoStores } from './stores/two-stores.ts';

const vault = 'v'.repeat(32);
let dataDir: string;
let files: Files;
let to: FileStore;
let rows: KeptFile[];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'move-'));
  files = createFiles({ dataDir, secret: 'x'.repeat(32), vault, clock: () => new Date() });
  to = folderStore(join(dataDir, 'new'), folders);
  rows = [];
  for (const [folder, text] of [
    ['id_documents', 'a passport'],
    ['certificates', 'a certificate'],
    ['courseImg', 'a cover'],
  ] as const)
    rows.push(await files.keep(await files.receiveOwn(Buffer.from(text), 'application/pdf', 'x.pdf'), folder));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const rowOf: FindRow = async (folder, filename) =>
  rows.find((row) => row.folder === folder && row.filename === filename);
const move = (from = files.store) => moveFiles({ rowOf, from, to, vault, scratch: files.incoming });
const namesBelow = (root: string) => folders.flatMap((folder) => readdirSync(join(dataDir, root, folder))).sort();
const filenames = () => rows.map(({ filename }) => filename).sort();

test('each file is in the new place only, as it was encrypted, and nothing is left on the way', async () => {
  const before = readFileSync(join(dataDir, 'files/id_documents', rows[0]?.filename ?? ''));
  expect(await move()).toEqual({ files: 3, bytes: 10 + 13 + 7, withoutRow: 0, damaged: [] });
  expect([namesBelow('files'), namesBelow('new')]).toEqual([[], filenames()]);
  expect(readFileSync(join(dataDir, 'new/id_documents', rows[0]?.filename ?? '')).equals(before)).toBe(true);
  expect(readdirSync(files.incoming)).toEqual([]);
  expect(await move()).toMatchObject({ files: 0 });
});

test('a move that was ended at any point goes on, and no file is ever in neither place', async () => {
  const both = twoStores(to, files.store);
  let calls = 0;
  /** Ends the move at its call of that number that changes something. */
  const ending = (at: number, store: FileStore): FileStore => ({
    ...store,
    put: async (name, path) => {
      if (++calls === at) throw new Error('ended');
      await store.put(name, path);
      if (++calls === at) throw new Error('ended');
    },
    remove: async (name) => {
      if (++calls === at) throw new Error('ended');
      await store.remove(name);
    },
  });
  for (let at = 1; at < 10; at += 1) {
    calls = 0;
    const from = ending(at, files.store);
    await moveFiles({ rowOf, from, to: ending(at, to), vault, scratch: files.incoming }).catch(() => {});
    for (const { folder, filename } of rows) await (await both.open(`${folder}/${filename}`)).close();
  }
  await move();
  expect([namesBelow('files'), namesBelow('new')]).toEqual([[], filenames()]);
});

test('a file that is not what its row says stays where it is, and one without a row too', async () => {
  const [passport, , cover] = rows;
  const path = join(dataDir, 'files/id_documents', passport?.filename ?? '');
  const bytes = readFileSync(path);
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  rows = rows.filter((row) => row !== cover);
  expect(await move()).toEqual({
    files: 1,
    bytes: 13,
    withoutRow: 1,
    damaged: [`id_documents/${passport?.filename}`],
  });
  expect(namesBelow('files')).toEqual([passport?.filename, cover?.filename].sort());
});

test('a copy in the new place that is not complete is written again', async () => {
  const { folder, filename } = rows[1] as KeptFile;
  writeFileSync(join(dataDir, 'new', folder, filename), 'half');
  expect(await move()).toMatchObject({ files: 3, damaged: [] });
  expect(namesBelow('new')).toEqual(filenames());
});
