import { existsSync } from 'node:fs';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../settings/config.ts';
import { testApp } from '../../testing/app.ts';
import { isLong } from '../../testing/cases.ts';
import { type DatabaseLocation, databaseLocation, onServer, testOnOneEngine } from '../../testing/database.ts';
import { silentLog } from '../../testing/databases.ts';
import { formOf, profileDocuments, profileFields } from '../../testing/forms.ts';
import { passed } from '../../testing/journey.ts';
import { writeMarker } from '../academy-id/marker.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { migrationNames } from '../db/migrate.ts';
import { folders } from '../files/folders.ts';
import { FileMissing, type FileStore } from '../files/stores/file-store.ts';
import { folderStore } from '../files/stores/folder-store.ts';
import { openPlace } from '../files/stores/open-store.ts';
import { storedNames } from '../files/stores/stored-names.ts';
import { testPlace } from '../files/testing/test-place.ts';
import { createKeys, listLost } from '../keys/keys.ts';
import { dumpStream } from './dump-stream.ts';
import { loadDatabase, migrationsOf } from './load-database.ts';
import { lackOf, readManifest } from './manifest.ts';
import { dumpLines, restoreFiles } from './read-backup.ts';
import { dumpOfRunning, serveDump } from './running-program.ts';
import { tryRestore } from './try-restore.ts';
import { writeBackup } from './write-backup.ts';

const program = await testApp();
const madeFolders: string[] = [];
afterAll(() => Promise.all(madeFolders.map((made) => rm(made, { recursive: true, force: true }))));
const places: DatabaseLocation[] = [await databaseLocation()];
// from a server to the embedded engine
if (onServer() && isLong) places.push({ dataDir: await folder() });

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'fairlead-backup-'));
  madeFolders.push(made);
  return made;
}

const target = join(await folder(), 'first');
const { dataDir, secrets } = program.config;
const { vault } = secrets;

/** The lines of the dump in sorted order, because their order is not guaranteed. */
const sortedDump = async (db: Db) => (await text(dumpStream(db))).split('\n').sort();

/** Names and contents of the secrets in a data folder, and of the stored files. */
async function contentsOf(root: string, store: FileStore): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const name of await readdir(join(root, 'secrets')))
    contents[name] = await readFile(join(root, 'secrets', name), 'base64');
  for (const name of folders)
    for await (const { filename } of store.list(name))
      contents[`${name}/${filename}`] = await store.withPath(`${name}/${filename}`, (path) => readFile(path, 'base64'));
  return contents;
}

async function loadInto(db: Db, backup: string): Promise<number> {
  const lines = dumpLines(backup);
  const head = await lines.next();
  migrationsOf(head.done ? '' : head.value, await migrationNames());
  return loadDatabase(db, lines);
}

describe('a backup of a running academy', () => {
  const { db, files } = program;

  test('is a folder that appears at once, with everyone’s data and files', async () => {
    const ready = await passed(program);
    const other = await program.person();
    const form = formOf(profileFields, await profileDocuments());
    expect((await program.call(seafarers.createProfile, { form }, other)).status).toBe(201);
    await program.mailsTo(ready.learner.email);
    const size = await writeBackup({ dataDir, target, stores: [files.store], vault }, () => dumpStream(db));
    expect(size.files).toBeGreaterThan(4);
    expect((await readdir(target)).sort()).toEqual(['SHA256SUMS', 'backup.json', 'data', 'database.jsonl.gz']);
    await expect(writeBackup({ dataDir, target, vault }, () => dumpStream(db))).rejects.toThrow('exists already');
  });

  testOnOneEngine(
    'takes no more space for files that an earlier one has, and copies what is not the same there',
    async () => {
      const stored = (root: string) => join(root, 'data/files');
      const names = (await readdir(stored(target), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(stored(target).length + 1));
      const [changed = '', gone = '', ...same] = names;
      expect(same.length).toBeGreaterThan(1);
      const earlier = join(await folder(), 'earlier');
      await cp(target, earlier, { recursive: true });
      await appendFile(join(stored(earlier), changed), 'x');
      await rm(join(stored(earlier), gone));
      const next = join(earlier, '..', 'next');
      await writeBackup({ dataDir, target: next, earlier, stores: [files.store], vault }, () => dumpStream(db));
      const isLink = async (name: string) =>
        (await stat(join(stored(next), name))).ino === (await stat(join(stored(earlier), name))).ino;
      for (const name of same) expect(await isLink(name), name).toBe(true);
      expect(await isLink(changed)).toBe(false);
      const contents = async (root: string) =>
        Object.fromEntries(
          await Promise.all(names.map(async (name) => [name, await readFile(join(stored(root), name))])),
        );
      expect(await contents(next)).toEqual(await contents(target));
      expect((await stat(join(next, 'database.jsonl.gz'))).nlink).toBe(1);
      expect((await tryRestore(next, { within: join(next, '..'), log: silentLog })).rows).toBeGreaterThan(10);
      await truncate(join(stored(next), same[0] ?? ''), 1);
      await expect(tryRestore(next, { within: join(next, '..'), log: silentLog })).rejects.toThrow(
        'is not what it was',
      );
      expect((await readdir(join(next, '..'))).sort()).toEqual(['earlier', 'next']);
    },
  );

  test('shares no file that is damaged in the earlier one, and needs no digests of it', async () => {
    const stored = 'data/files';
    const [name = ''] = (await readdir(join(target, stored), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(target.length + 1));
    const earlier = join(await folder(), 'earlier');
    await cp(target, earlier, { recursive: true });
    const sound = await readFile(join(earlier, name));
    // of the same size
    await writeFile(join(earlier, name), Buffer.alloc(sound.length, 'x'));
    const backUp = (next: string) =>
      writeBackup({ dataDir, target: next, earlier, stores: [files.store], vault }, () => dumpStream(db));
    const next = `${earlier}-next`;
    madeFolders.push(next);
    expect((await backUp(next)).damagedBefore).toEqual([name]);
    expect(await readFile(join(next, name))).toEqual(sound);
    await rm(join(earlier, 'SHA256SUMS'));
    const last = `${earlier}-last`;
    madeFolders.push(last);
    expect((await backUp(last)).damagedBefore).toEqual(['SHA256SUMS']);
    expect((await stat(join(last, name))).nlink).toBe(1);
  });

  test('is not made inside the data, of which it would become a part', async () => {
    const link = join(await folder(), 'link');
    await symlink(dataDir, link);
    for (const inside of [join(dataDir, 'backups', 'first'), join(dataDir, 'files', 'first'), join(link, 'first')])
      await expect(writeBackup({ dataDir, target: inside, vault }, () => dumpStream(db))).rejects.toThrow('DATA_DIR');
    expect(existsSync(join(dataDir, 'backups'))).toBe(false);
  });

  test.each(places.map((place) => [place.url ? 'a server' : 'the embedded engine', place] as const))(
    'is restored to %s, row for row and byte for byte',
    async (_, place) => {
      const into = await openDatabase({ ...place, log: silentLog });
      try {
        await rm(join(place.dataDir, 'files'), { recursive: true, force: true });
        const rows = await loadInto(into, target);
        expect(await sortedDump(into)).toEqual(await sortedDump(db));
        expect(rows).toBe((await sortedDump(db)).filter((line) => line.startsWith('["')).length);
        await expect(loadInto(into, target)).rejects.toThrow('There are accounts in this database');
      } finally {
        await into.destroy();
      }
      const restored = await folder();
      await restoreFiles(target, restored);
      const expected = await contentsOf(dataDir, files.store);
      expect(Object.keys(expected).length).toBeGreaterThan(7);
      expect(await contentsOf(restored, folderStore(join(restored, 'files'), []))).toEqual(expected);
      await expect(restoreFiles(target, restored)).rejects.toThrow(/holds \w+ already/);
    },
  );

  test('is restored to where new files go, unless there are files already', async () => {
    const restored = await folder();
    const { files: places } = readConfig({ DATA_DIR: await folder(), FILES: testPlace() });
    const open = () => openPlace(places.place, restored).store;
    await restoreFiles(target, restored, { open });
    expect(await contentsOf(restored, open())).toEqual(await contentsOf(dataDir, files.store));
    if (!places.place) return;
    await expect(restoreFiles(target, await folder(), { open })).rejects.toThrow('There are files already');
    expect(await contentsOf(restored, open())).toEqual(await contentsOf(dataDir, files.store));
  });

  test('is restored where the doctor has looked before, and where killed commands have left probes', async () => {
    const restored = await folder();
    const { files: places } = readConfig({ DATA_DIR: restored, FILES: testPlace() });
    const open = () => openPlace(places.place, restored).store;
    const left = { name: `id_documents/.probe-${'0'.repeat(12)}`, path: join(await folder(), 'probe') };
    await writeFile(left.path, 'x');
    await open().put(left.name, left.path);
    await restoreFiles(target, restored, { open });
    expect(await contentsOf(restored, open())).toEqual(await contentsOf(dataDir, files.store));
    const used = await folder();
    await mkdir(join(used, 'files/academy'), { recursive: true });
    await writeFile(join(used, 'files/academy/logo.webp'), 'x');
    await expect(restoreFiles(target, used)).rejects.toThrow('There are files already, such as academy/logo.webp');
    expect(await readdir(join(used, 'files/academy'))).toEqual(['logo.webp']);
    const foreign = await folder();
    await mkdir(join(foreign, 'files/old-site'), { recursive: true });
    await expect(restoreFiles(target, foreign)).rejects.toThrow('holds old-site: move it away');
    const others = await folder();
    const academy = '0198c0de-0000-7000-8000-000000000000';
    await writeMarker(others, { academy, knownAt: program.clock() });
    await expect(restoreFiles(target, others)).rejects.toThrow(`belongs to the academy ${academy} already`);
    expect(await readdir(join(foreign, 'files'))).toContain('old-site');
  });

  test('keeps foreign keys enforced after the restore', async () => {
    const place = places[0];
    if (!place) throw new Error('there is always a place');
    const restored = await openDatabase({ ...place, log: silentLog });
    try {
      const orphan = {
        accountId: '00000000-0000-7000-8000-000000000000',
        createdAt: new Date(),
        lastUsedAt: new Date(),
        expiresAt: new Date(),
      };
      await expect(restored.insertInto('session').values(orphan).execute()).rejects.toThrow('foreign key');
    } finally {
      await restored.destroy();
    }
  });

  test('leaves out a file that is deleted while it is read', async () => {
    const names: string[] = [];
    for await (const { name } of storedNames(files.store)) names.push(name);
    const [deleted = '', ...others] = names;
    const store: FileStore = {
      ...files.store,
      open: async (name) => {
        const stored = await files.store.open(name);
        return name === deleted ? { ...stored, read: () => Promise.reject(new FileMissing(name)) } : stored;
      },
    };
    const without = join(await folder(), 'without');
    await writeBackup({ dataDir, target: without, stores: [store], vault }, () => dumpStream(db));
    const restored = await folder();
    await restoreFiles(without, restored);
    const left: string[] = [];
    for await (const { name } of storedNames(folderStore(join(restored, 'files'), []))) left.push(name);
    expect(left.sort()).toEqual(others.sort());
  });

  test('has the keys and secrets that are behind symbolic links, and fails for a link that leads nowhere', async () => {
    const [linked, elsewhere, into] = [await folder(), await folder(), await folder()];
    await mkdir(join(linked, 'secrets'));
    await writeFile(join(elsewhere, 'a.pem'), 'key');
    await symlink(elsewhere, join(linked, 'keys'));
    await symlink(join(elsewhere, 'a.pem'), join(linked, 'secrets', 'token'));
    const backup = () =>
      writeBackup({ dataDir: linked, target: join(into, 'linked'), stores: [], vault }, () => dumpStream(db));
    await backup();
    for (const name of ['keys/a.pem', 'secrets/token'])
      expect(await readFile(join(into, 'linked', 'data', name), 'utf8')).toBe('key');
    await rm(join(into, 'linked'), { recursive: true });
    await rm(join(elsewhere, 'a.pem'));
    await expect(backup()).rejects.toThrow('secrets/token is a symbolic link that cannot be followed (ENOENT)');
    expect(await readdir(into)).toEqual([]);
  });

  test('has the keys that its rows name, also where they are replaced before, during or after the dump', async () => {
    const keys = createKeys({
      ...program,
      dataDir,
      academy: async () => 'Academy',
      logOrigin: program.config.logOrigin,
    });
    const [before] = [await keys.facts(), await keys.pdf()];
    const into = join(await folder(), 'rotated');
    await writeBackup({ dataDir, target: into, stores: [], vault }, async () => {
      await keys.rotate('pdf');
      const lines = Buffer.from(await text(dumpStream(db)));
      await keys.rotate('facts');
      return Readable.from([lines]);
    });
    const current: Parameters<typeof listLost>[0][number][] = [];
    for await (const line of dumpLines(into)) {
      if (!line.startsWith('["signing_key",')) continue;
      const [, { id, purpose, public_part: publicPart, valid_until: end }] = JSON.parse(line);
      if (end === null) current.push({ id, purpose, publicPart });
    }
    expect(current.map(({ id }) => id)).toContain(before.id);
    expect((await keys.facts()).id).not.toBe(before.id);
    expect(await listLost(current, join(into, 'data'))).toEqual([]);
  });

  test('names the files that are missing or are not what their rows say, and is kept', async () => {
    const sound = await writeBackup(
      { dataDir, target: join(await folder(), 'sound'), stores: [files.store], vault },
      () => dumpStream(db),
    );
    expect(sound).toMatchObject({ damaged: [], academy: expect.any(String) });
    // rows of this file's people that never had a file
    const without = sound.missing;
    const rows = await db.selectFrom('storedFile').select(['id', 'folder', 'filename']).execute();
    const named = rows
      .map(({ id, folder: within, filename }) => ({ id, within, name: `${within}/${filename}` }))
      .filter(({ name }) => !without.includes(name));
    const document = named.find(({ within }) => within === 'id_documents');
    const [plain, gone, erased] = named.filter(({ id }) => id !== document?.id);
    if (!document || !plain || !gone || !erased) throw new Error('there are files of each kind');
    // one in clear, one that is encrypted, one that is missing, and one that is deleted while the backup is made
    const changed = async (name: string) => {
      const path = join(await folder(), 'changed');
      await files.store.withPath(name, (original) => cp(original, path));
      const bytes = await readFile(path);
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
      await writeFile(path, bytes);
      return path;
    };
    const [plainPath, documentPath] = [await changed(plain.name), await changed(document.name)];
    const store: FileStore = {
      ...files.store,
      async *list(within) {
        for await (const one of files.store.list(within))
          if (![gone.name, erased.name].includes(`${within}/${one.filename}`)) yield one;
      },
      open: (name) => {
        const other = { [plain.name]: plainPath, [document.name]: documentPath }[name];
        return other ? folderStore(join(other, '..'), []).open('changed') : files.store.open(name);
      },
    };
    const target = join(await folder(), 'incomplete');
    let dumps = 0;
    const made = await writeBackup({ dataDir, target, stores: [store], vault }, async () => {
      dumps += 1;
      if (dumps === 2)
        await db.updateTable('storedFile').set({ deletedAt: program.clock() }).where('id', '=', erased.id).execute();
      return dumpStream(db);
    });
    await db.updateTable('storedFile').set({ deletedAt: null }).where('id', '=', erased.id).execute();
    const lacks = { missing: [...without, gone.name].sort(), damaged: [plain.name, document.name].sort() };
    expect({ missing: made.missing.sort(), damaged: made.damaged.sort() }).toEqual(lacks);
    const manifest = await readManifest(target);
    expect(manifest).toMatchObject({ academy: sound.academy, files: made.files });
    expect(manifest && lackOf(manifest)).toBe(
      `${without.length + 1} stored files are missing, and 2 are not what their rows say`,
    );
  });

  test('leaves nothing behind if it fails', async () => {
    const failing = join(await folder(), 'failing');
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('the disk is full');
    }
    await expect(writeBackup({ dataDir, target: failing, vault }, broken)).rejects.toThrow('the disk is full');
    expect(await readdir(join(failing, '..'))).toEqual([]);
  });
});

describe('a damaged backup is refused', () => {
  async function damaged(change: (copy: string) => Promise<void>): Promise<string> {
    const copy = join(await folder(), 'copy');
    await cp(target, copy, { recursive: true });
    await change(copy);
    return copy;
  }

  // shows: threats/lost-machine
  test('with one changed byte in a file, and what was copied is deleted', async () => {
    const copy = await damaged((backup) => writeFile(join(backup, 'data/secrets/token'), 'x'.repeat(43)));
    const restored = await folder();
    await expect(restoreFiles(copy, restored)).rejects.toThrow('The backup is damaged: data/secrets/token');
    expect(await readdir(restored)).toEqual([]);
  });

  test('that cannot be read any more in the middle, and what was copied is deleted', async () => {
    const copy = await damaged(async () => {});
    const restored = await folder();
    const away = () => {
      const store = folderStore(join(restored, 'files'), folders);
      const put: typeof store.put = async (...stored) => {
        await store.put(...stored);
        await rm(copy, { recursive: true });
      };
      return { ...store, put };
    };
    await expect(restoreFiles(copy, restored, { open: away })).rejects.toThrow('The backup cannot be read');
    expect(await readdir(restored)).toEqual([]);
  });

  test('with a missing file, or one outside its folders', async () => {
    const missing = await damaged((backup) => rm(join(backup, 'data/secrets/token')));
    await expect(restoreFiles(missing, await folder())).rejects.toThrow('The backup cannot be read');
    const elsewhere = await damaged(async (backup) => {
      const sums = join(backup, 'SHA256SUMS');
      const text = await readFile(sums, 'utf8');
      await writeFile(sums, `${text}${'0'.repeat(64)}  data/../../outside\n`);
    });
    await expect(restoreFiles(elsewhere, await folder())).rejects.toThrow('outside of itself');
  });

  test('with a truncated dump, of which nothing is kept', async () => {
    const place = await databaseLocation();
    const into = await openDatabase({ ...place, log: silentLog });
    async function* half() {
      const lines: string[] = [];
      for await (const line of dumpLines(target)) lines.push(line);
      yield* lines.slice(1, lines.length / 2);
    }
    try {
      await expect(loadDatabase(into, half())).rejects.toThrow('cut short or damaged');
      expect(await into.selectFrom('account').select('id').execute()).toEqual([]);
    } finally {
      await into.destroy();
    }
  });

  test('from a later version', () => {
    const head = JSON.stringify({ format: 1, migrations: ['0001-initial', '9999-later'] });
    expect(() => migrationsOf(head, ['0001-initial'])).toThrow('a newer version than');
  });
});

test('a program deletes the socket of a killed one, and nothing else that its note may name', async () => {
  const [own, killed, others] = [await folder(), await mkdtemp(join(tmpdir(), 'fairlead-')), await folder()];
  madeFolders.push(killed);
  for (const left of [killed, `${killed}/../${basename(others)}`, '']) {
    await writeFile(join(own, 'control'), left && `${left}/socket`);
    await writeFile(join(own, 'control.socket'), '');
    await (
      await serveDump({
        db: program.db,
        dataDir: own,
        log: silentLog,
        describe: async () => ({}),
        facts: async () => ({}),
      })
    )();
  }
  expect([existsSync(killed), existsSync(others)]).toEqual([false, true]);
  expect(await readdir(own)).toEqual([]);
});

test('commands reach the program by a socket in its data folder, or in a temporary one where its path is too long', async () => {
  const short = await folder();
  const long = join(short, 'a'.repeat(100));
  await mkdir(long);
  for (const [dataDir, within] of [
    [short, short],
    [long, tmpdir()],
  ] as const) {
    const stop = await serveDump({
      db: program.db,
      dataDir,
      log: silentLog,
      describe: async () => ({}),
      facts: async () => ({}),
    });
    const path = await readFile(join(dataDir, 'control'), 'utf8');
    expect(path.startsWith(`${within}/`)).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await text((await dumpOfRunning(dataDir)) ?? Readable.from([]))).split('\n').length).toBeGreaterThan(2);
    await stop();
    expect(existsSync(path)).toBe(false);
  }
});
