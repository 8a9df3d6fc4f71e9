import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkStored, recoverStored } from './check-stored.ts';
import { type FileRows, rowsOfDump } from './file-rows.ts';
import { createFiles, type Files, type KeptFile } from './files.ts';
import { folders } from './folders.ts';
import { type FindRow, moveFiles } from './move-files.ts';
import { FileMissing, type FileStore } from './stores/file-store.ts';
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

const rowOf: FindRow = async (folder, filename) => {
  const row = rows.find((one) => one.folder === folder && one.filename === filename);
  return row && { ...row, isDeleted: false };
};
const move = (from = files.store) => moveFiles({ rowOf, from, to, vault, scratch: files.incoming });
const namesBelow = (root: string) => folders.flatMap((folder) => readdirSync(join(dataDir, root, folder))).sort();
const isProbe = (name: string) => name.includes('/.probe-');
const filenames = () => rows.map(({ filename }) => filename).sort();

test('each file is in the new place only, as it was encrypted, and nothing is left on the way', async () => {
  const before = readFileSync(join(dataDir, 'files/id_documents', rows[0]?.filename ?? ''));
  expect(await move()).toEqual({ files: 3, bytes: 10 + 13 + 7, withoutRow: 0, damaged: [], gone: [] });
  expect([namesBelow('files'), namesBelow('new')]).toEqual([[], filenames()]);
  expect(readFileSync(join(dataDir, 'new/id_documents', rows[0]?.filename ?? '')).equals(before)).toBe(true);
  expect(readdirSync(files.incoming)).toEqual([]);
  expect(await move()).toMatchObject({ files: 0 });
});

test('a file about a person that is in clear is encrypted on the way, also where an earlier move has left it so', async () => {
  const [{ filename } = { filename: '' }, , cover] = rows;
  const here = join(dataDir, 'files/id_documents', filename);
  const there = join(dataDir, 'new/id_documents', filename);
  const isClear = (path: string) => readFileSync(path).equals(Buffer.from('a passport'));
  writeFileSync(here, 'a passport');
  // the job that encrypts old files has done so in the new place while the move has its copy
  const beside = createFiles({
    dataDir,
    secret: 'x'.repeat(32),
    vault,
    clock: () => new Date(),
    stored: { store: twoStores(to, files.store), bucket: undefined },
  });
  let asked = 0;
  const during: FileStore = {
    ...files.store,
    open: async (name) => {
      const stored = await files.store.open(name);
      if (name === `id_documents/${filename}` && ++asked === 1) await beside.encryptInPlace('id_documents', filename);
      return stored;
    },
  };
  expect(await move(during)).toMatchObject({ files: 3, damaged: [] });
  expect([isClear(there), asked > 0]).toEqual([false, true]);
  // the copy of a move that was killed, and the old place was encrypted since
  renameSync(there, here);
  writeFileSync(there, 'a passport');
  expect(await move()).toMatchObject({ files: 1, damaged: [] });
  expect([isClear(there), await text((await beside.open('id_documents', filename)).stream(0, 9))]).toEqual([
    false,
    'a passport',
  ]);
  // what anybody may see stays as it is
  expect(String(readFileSync(join(dataDir, 'new/courseImg', cover?.filename ?? '')))).toBe('a cover');
});

test('a move that was ended at any point goes on, and no file is ever in neither place', async () => {
  const both = twoStores(to, files.store);
  let calls = 0;
  /** Ends the move at its call of that number that changes something. */
  const ending = (at: number, store: FileStore): FileStore => ({
    ...store,
    put: async (name, path) => {
      if (!isProbe(name) && ++calls === at) throw new Error('ended');
      await store.put(name, path);
      if (!isProbe(name) && ++calls === at) throw new Error('ended');
    },
    remove: async (name) => {
      if (!isProbe(name) && ++calls === at) throw new Error('ended');
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
    gone: [],
  });
  expect(namesBelow('files')).toEqual([passport?.filename, cover?.filename].sort());
});

test('a copy in the new place that is not complete is written again', async () => {
  const { folder, filename } = rows[1] as KeptFile;
  writeFileSync(join(dataDir, 'new', folder, filename), 'half');
  expect(await move()).toMatchObject({ files: 3, damaged: [] });
  expect(namesBelow('new')).toEqual(filenames());
});

test.each([
  ['the whole place', ''],
  ['one folder', 'courseImg'],
])('nothing is moved, and nothing is left behind, where %s is the same under two names', async (_, folder) => {
  const alias = join(dataDir, 'new', folder);
  rmSync(alias, { recursive: true });
  symlinkSync(join(dataDir, 'files', folder), alias);
  await expect(move()).rejects.toThrow('FILES and FILES_ALSO are the same place under two names: nothing was moved.');
  expect(namesBelow('files')).toEqual(filenames());
  expect(readdirSync(files.incoming)).toEqual([]);
});

test('a share that is mounted twice and hides new files loses none of them', async () => {
  // neither of its names shows what was stored under the other one just now
  const late: FileStore = {
    ...files.store,
    open: async (name) => {
      if (isProbe(name)) throw new FileMissing(name);
      return files.store.open(name);
    },
  };
  const moving = moveFiles({ rowOf, from: late, to: late, vault, scratch: files.incoming });
  await expect(moving).rejects.toThrow('was removed from both and is there again. Nothing else was moved.');
  expect(namesBelow('files')).toEqual(filenames());
  expect(readdirSync(files.incoming)).toEqual([]);
});

test('a file that is deleted while its copy is on the way does not come back', async () => {
  const { folder, filename } = rows[1] as KeptFile;
  const name = `${folder}/${filename}`;
  const erasing: FileStore = {
    ...to,
    put: async (put, path) => {
      // the program removes it from both places, before the copy is stored
      if (put === name) {
        await files.store.remove(name);
        rows = rows.filter((row) => row.filename !== filename);
      }
      await to.put(put, path);
    },
  };
  const move = { rowOf, from: files.store, to: erasing, vault, scratch: files.incoming };
  expect(await moveFiles(move)).toMatchObject({ files: 2, damaged: [], gone: [name] });
  expect([namesBelow('files'), namesBelow('new')]).toEqual([[], filenames()]);
});

test('a file that is marked as deleted, or loses its row, while its copy is on the way stays in quarantine', async () => {
  const [passport, certificate] = rows as [KeptFile, KeptFile];
  const marks = new Set<string>();
  const findRow: FindRow = async (folder, filename) => {
    const row = await rowOf(folder, filename);
    return row && { ...row, isDeleted: marks.has(filename) };
  };
  const marking: FileStore = {
    ...to,
    put: async (name, path) => {
      await to.put(name, path);
      if (name.endsWith(passport.filename)) marks.add(passport.filename);
      if (name.endsWith(certificate.filename)) rows = rows.filter((row) => row !== certificate);
    },
  };
  const move = { rowOf: findRow, from: files.store, to: marking, vault, scratch: files.incoming };
  expect(await moveFiles(move)).toMatchObject({ files: 2, withoutRow: 1, damaged: [], gone: [] });
  expect([namesBelow('files'), namesBelow('new')]).toEqual([[certificate.filename], filenames()]);
});

test('a file is read once from the old place and once from the new one, the first of a folder again after its removal', async () => {
  const opened: string[] = [];
  const counting = (place: string, store: FileStore): FileStore => ({
    ...store,
    open: async (name) => {
      const stored = await store.open(name);
      if (!isProbe(name)) opened.push(`${place} ${name}`);
      return stored;
    },
  });
  const names = rows.map(({ folder, filename }) => `${folder}/${filename}`);
  await moveFiles({
    rowOf,
    vault,
    scratch: files.incoming,
    from: counting('from', files.store),
    to: counting('to', to),
  });
  expect(opened.sort()).toEqual(names.flatMap((name) => [`from ${name}`, `to ${name}`, `to ${name}`]).sort());
});

/** A store whose file is deleted at the given read or write of it, as an object is. */
function deletedMeanwhile(store: FileStore, at: 'read' | 'put', name: string): FileStore {
  return {
    ...store,
    put: async (put, path) => {
      await store.put(put, path);
      if (at === 'put' && put === name) await store.remove(name);
    },
    open: async (opened) => {
      const stored = await store.open(opened);
      if (at !== 'read' || opened !== name) return stored;
      return { ...stored, read: () => Promise.reject(new FileMissing(name)) };
    },
  };
}

test('a file that is deleted while it is moved is gone, and the others are moved', async () => {
  const { folder, filename } = rows[1] as KeptFile;
  const name = `${folder}/${filename}`;
  const scratch = files.incoming;
  const read = { rowOf, from: deletedMeanwhile(files.store, 'read', name), to, vault, scratch };
  expect(await moveFiles(read)).toMatchObject({ files: 2, damaged: [], gone: [name] });
  const written = { rowOf, from: files.store, to: deletedMeanwhile(to, 'put', name), vault, scratch };
  expect(await moveFiles(written)).toMatchObject({ files: 0, damaged: [], gone: [name] });
  expect(readdirSync(scratch)).toEqual([]);
});

describe('a check of the files', () => {
  /** The rows as dumps of the running program have them, the second and later ones without the files named. */
  const rowsWithout = async (...deleted: string[]): Promise<FileRows> => {
    let dumps = 0;
    const takeDump = async () => {
      dumps += 1;
      const lines = rows.map(({ folder, filename, sizeBytes, sha256 }) => {
        const isDeleted = dumps > 1 && deleted.includes(filename);
        const row = { folder, filename, sha256, size_bytes: sizeBytes, deleted_at: isDeleted ? '2026-11-20' : null };
        return `${JSON.stringify(['stored_file', row])}\n`;
      });
      return Readable.from([...lines, '["account",{}]\n']);
    };
    const found = await rowsOfDump(takeDump);
    if (!found) throw new Error('no dump');
    return found;
  };

  test('names those that are missing or damaged', async () => {
    const [passport, certificate] = rows as [KeptFile, KeptFile];
    rmSync(join(dataDir, 'files/id_documents', passport.filename));
    writeFileSync(join(dataDir, 'files/certificates', certificate.filename), 'other bytes');
    expect(await checkStored(files.store, await rowsWithout(), vault)).toEqual({
      sound: 1,
      damaged: [`certificates/${certificate.filename}`],
      missing: [`id_documents/${passport.filename}`],
    });
  });

  test('is followed by a recovery of those that the store has kept', async () => {
    const [passport, certificate] = rows as [KeptFile, KeptFile];
    const [kept, lost] = [`id_documents/${passport.filename}`, `certificates/${certificate.filename}`];
    const bytes = readFileSync(join(dataDir, 'files', kept));
    for (const name of [kept, lost]) rmSync(join(dataDir, 'files', name));
    const undeleted: string[] = [];
    const undelete = async (name: string) => {
      undeleted.push(name);
      if (name === kept) writeFileSync(join(dataDir, 'files', name), bytes);
    };
    const found = await recoverStored({ ...files.store, undelete }, await rowsWithout(), vault);
    expect(found).toEqual({ there: 1, recovered: 1, damaged: [], missing: [lost] });
    expect(undeleted).toEqual([kept, lost]);
  });

  test('leaves out those that are marked as deleted, also if that happens meanwhile', async () => {
    const [passport, , cover] = rows as [KeptFile, KeptFile, KeptFile];
    for (const { folder, filename } of [passport, cover]) rmSync(join(dataDir, 'files', folder, filename));
    const found = await rowsWithout(passport.filename, cover.filename);
    const sound = { sound: 1, damaged: [], missing: [] };
    expect(await checkStored(files.store, found, vault)).toEqual(sound);
    expect(await checkStored(files.store, await found.again(), vault)).toEqual(sound);
  });
});
