import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { type Db, transaction } from '../db/database.ts';
import { allowMassDeletion, listWaitingDeletions } from '../deletions/mass-deletion.ts';
import { createFiles, type Files, type KeptFile } from './files.ts';
import type { ContentType } from './folders.ts';
import { insertStoredFile, markDeleted } from './stored-files.ts';
import { bucketStore } from './stores/bucket-store.ts';
import { bytesOf, type FileStore, ifMissing } from './stores/file-store.ts';
import { folderStore } from './stores/folder-store.ts';
import { twoStores } from './stores/two-stores.ts';
import { removeMarkedFilesOf, sweepFiles } from './sweep.ts';
import { memoryBucket } from './testing/memory-bucket.ts';

const [db, otherDatabase] = [await testDatabase(), await testDatabase()];
const scratch = mkdtempSync(join(tmpdir(), 'sweep-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const day = 24 * 3600 * 1000;
let daysAhead: number;
const clock = () => new Date(Date.now() + daysAhead * day);

let stores = 0;
const inFolder = (): FileStore => folderStore(join(scratch, `store-${++stores}`), ['certificates', 'academy']);
const inBucket = (): FileStore => bucketStore(memoryBucket(clock), join(scratch, 'copies'));
const places: [string, () => FileStore][] = [
  ['a folder', inFolder],
  ['a bucket', inBucket],
  ['a bucket, with a folder beside it', () => twoStores(inBucket(), inFolder())],
];

const filesAt = (store: FileStore): Files =>
  createFiles({
    dataDir: join(scratch, `data-${++stores}`),
    stored: { store, bucket: undefined },
    secret: 'x'.repeat(32),
    vault: 'v'.repeat(32),
    clock,
  });

beforeEach(async () => {
  daysAhead = 0;
  for (const one of [db, otherDatabase]) {
    for (const table of ['filmRendition', 'film', 'trainingSet', 'course'] as const)
      await one.deleteFrom(table).execute();
    await one.deleteFrom('storedFile').execute();
    await one.deleteFrom('quarantinedFile').execute();
    await one.updateTable('massDeletion').set({ waiting: 0, since: null, allowed: null }).execute();
  }
});

async function keep(files: Files): Promise<KeptFile> {
  const received = await files.receiveOwn(Buffer.from(`%PDF ${++stores}`), 'application/pdf', 'x.pdf');
  return files.keep(received, 'certificates');
}
const insert = (kept: KeptFile) => transaction(db, (tx) => insertStoredFile(tx, kept, { ownerId: null }));
async function keepWithRow(files: Files) {
  const kept = await keep(files);
  return { ...kept, id: (await insert(kept)).id };
}
const several = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));
const mark = (ids: readonly { id: string }[], at = clock()) =>
  transaction(db, async (tx) => {
    for (const { id } of ids) await markDeleted(tx, id, at);
  });

const namesOf = (files: readonly { filename: string }[]) => files.map(({ filename }) => filename).sort();

/** The names of all stored files, each with a digest of its bytes. */
async function digests({ store }: Files): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { filename } of store.list('certificates')) {
    const stored = await store.open(`certificates/${filename}`);
    const bytes = await buffer(bytesOf(stored, { first: 0, last: stored.sizeBytes - 1 }));
    await stored.close();
    found[filename] = createHash('sha256').update(bytes).digest('hex');
  }
  return found;
}
const isThere = async ({ store }: Files, { folder, filename }: Pick<KeptFile, 'folder' | 'filename'>) => {
  const stored = await store.open(`${folder}/${filename}`).catch(ifMissing);
  await stored?.close();
  return stored !== undefined;
};

/** Sweeps for so many days, and returns the sums of what was deleted, and the last sweep. */
async function sweepFor(files: Files, days: number, of: Db = db) {
  const sum = { withoutRow: 0, markedDeleted: 0 };
  const end = daysAhead + days;
  for (;;) {
    const last = await sweepFiles(of, files);
    sum.withoutRow += last.withoutRow;
    sum.markedDeleted += last.markedDeleted;
    if (daysAhead === end) return { ...sum, last };
    daysAhead = Math.min(end, daysAhead + 1.9);
  }
}

async function addCourse(imageId: string | null = null): Promise<string> {
  const now = new Date();
  const words = { title: 'Fire fighting', description: '', duration: '5 days', category: 'Safety', regulations: '' };
  const values = { ...words, price: 1, subjects: '[]', imageId, createdAt: now, updatedAt: now };
  return (await db.insertInto('course').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** An administrator allows the pending deletion. */
const allow = (seen: number) => transaction(db, (tx) => allowMassDeletion(tx, 'files', seen));

test('received files that nobody keeps are deleted after a day, and none before', async () => {
  const files = filesAt(inFolder());
  const left = await files.receive(Readable.from([Buffer.from('x')]), { maxBytes: 1 });
  daysAhead = 0.9;
  expect((await sweepFiles(db, files)).incoming).toBe(0);
  expect(existsSync(left.path)).toBe(true);
  daysAhead = 1.1;
  expect((await sweepFiles(db, files)).incoming).toBe(1);
  expect(existsSync(left.path)).toBe(false);
});

test('a killed command’s probe is deleted after a day, and what somebody else put there never', async () => {
  const files = filesAt(inFolder());
  const [foreign, probe] = ['README', '.probe-0123456789ab'].map((name) =>
    join(scratch, `store-${stores - 1}`, 'academy', name),
  );
  for (const path of [foreign, probe]) writeFileSync(path ?? '', 'x');
  daysAhead = 2;
  await sweepFor(files, 40);
  expect([existsSync(probe ?? ''), existsSync(foreign ?? '')]).toEqual([false, true]);
});

describe.each(places)('files in %s', (_, open) => {
  test('are all there after weeks with an empty database, and in no quarantine when theirs is back', async () => {
    const files = filesAt(open());
    await several(50, () => keepWithRow(files));
    const before = await digests(files);
    daysAhead = 2;
    const { last, ...deleted } = await sweepFor(files, 40, otherDatabase);
    expect(deleted).toEqual({ withoutRow: 0, markedDeleted: 0 });
    expect(last).toMatchObject({ kept: { withoutRow: 50 }, waiting: { files: 50, of: 50 } });
    expect(await listWaitingDeletions(otherDatabase)).toMatchObject([{ kind: 'files', waiting: 50, total: 50 }]);
    const back = await sweepFiles(db, files);
    expect(back).toMatchObject({ kept: { withoutRow: 0, markedDeleted: 0, inUse: 0 }, waiting: null });
    expect(await digests(files)).toEqual(before);
  });

  // shows: threats/kill-or-power-cut
  test('without a row are deleted after 30 days in which each sweep found them so, and never with one', async () => {
    const files = filesAt(open());
    const [stray, named] = [await keep(files), await keepWithRow(files)];
    daysAhead = 0.9;
    expect((await sweepFiles(db, files)).kept.withoutRow).toBe(0);
    daysAhead = 2;
    expect((await sweepFor(files, 29)).withoutRow).toBe(0);
    expect(await isThere(files, stray)).toBe(true);
    expect((await sweepFor(files, 1.9)).withoutRow).toBe(1);
    expect([await isThere(files, stray), await isThere(files, named)]).toEqual([false, true]);
    expect((await sweepFiles(db, files)).kept.withoutRow).toBe(0);
  });

  test('that are marked as deleted are deleted 30 days later with their rows, and no others', async () => {
    const files = filesAt(open());
    const [old, recent, ...others] = await several(5, () => keepWithRow(files));
    await mark(old ? [old] : [], new Date(Date.now() - 31 * day));
    await mark(recent ? [recent] : [], new Date(Date.now() - 29 * day));
    const { [old?.filename ?? '']: __, ...rest } = await digests(files);
    expect(await sweepFiles(db, files)).toMatchObject({ markedDeleted: 1, kept: { markedDeleted: 1 } });
    expect(await digests(files)).toEqual(rest);
    const rows = await db.selectFrom('storedFile').select('filename').orderBy('filename').execute();
    expect(rows.map(({ filename }) => filename)).toEqual(Object.keys(rest).sort());
    expect(others).toHaveLength(3);
  });

  test('of which too many are marked wait for an administrator, go once allowed, and the next ones wait again', async () => {
    const files = filesAt(open());
    const kept = await several(60, () => keepWithRow(files));
    await mark(kept.slice(0, 21));
    const early = await sweepFiles(db, files);
    expect(early).toMatchObject({ markedDeleted: 0, waiting: { files: 21, of: 60 } });
    const held = await sweepFor(files, 40);
    expect(held).toMatchObject({ markedDeleted: 0, last: { waiting: { files: 21, of: 60 } } });
    expect([await allow(20), await allow(21), await allow(21)]).toEqual([false, true, false]);
    await mark(kept.slice(21, 42));
    const then = await sweepFiles(db, files);
    expect(then).toMatchObject({ markedDeleted: 21, kept: { markedDeleted: 21 }, waiting: { files: 21, of: 60 } });
    expect((await sweepFor(files, 31)).markedDeleted).toBe(0);
    expect(Object.keys(await digests(files)).sort()).toEqual(namesOf(kept.slice(21)));
  });
});

test('a few deletions a day need nobody', async () => {
  const files = filesAt(inFolder());
  const kept = await several(60, () => keepWithRow(files));
  await mark(kept.slice(0, 20));
  await mark(kept.slice(20, 40), new Date(clock().getTime() + 1.5 * day));
  expect(await sweepFor(files, 33)).toMatchObject({ markedDeleted: 40, last: { waiting: null } });
  expect(Object.keys(await digests(files))).toHaveLength(20);
});

describe('films', () => {
  const keepAs = async (files: Files, type: ContentType) => {
    const kept = await files.keep(await files.receiveOwn(Buffer.from(`${++stores}`), type, 'film'), 'certificates');
    return { ...kept, id: (await insert(kept)).id };
  };
  const keepList = (files: Files) => keepAs(files, 'application/vnd.apple.mpegurl');

  /** A removed film with one smaller version: its files are marked as deleted. */
  async function removedFilm(files: Files, setId: string, serial: number) {
    const [own, smaller] = [await keepAs(files, 'video/mp4'), await keepAs(files, 'video/mp4')];
    const [playlist, ladder] = [await keepList(files), await keepList(files)];
    const now = clock();
    const facts = { setId, serial, title: 'Foam', durationSeconds: 1, width: 1, height: 1, createdAt: now };
    const { id: filmId } = await db
      .insertInto('film')
      .values({ ...facts, fileId: own.id, ladderFileId: ladder.id, removedAt: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const version = { filmId, lines: 360, fileId: smaller.id, playlistFileId: playlist.id };
    await db.insertInto('filmRendition').values(version).execute();
    return [own, smaller, playlist, ladder];
  }

  test('have replaced lists of versions, which count as no deletion and go, and no other file goes', async () => {
    const files = filesAt(inFolder());
    const lists = await several(40, () => keepList(files));
    const rest = await several(20, () => keepWithRow(files));
    const others = await several(5, () => keepWithRow(files));
    await mark([...lists, ...rest]);
    expect(await sweepFiles(db, files)).toMatchObject({ kept: { markedDeleted: 60 }, waiting: null });
    expect(await sweepFor(files, 31)).toMatchObject({ markedDeleted: 60, last: { waiting: null } });
    expect(Object.keys(await digests(files)).sort()).toEqual(namesOf(others));
  });

  test('that are all removed wait with every file of theirs, lists too', async () => {
    const files = filesAt(inFolder());
    const set = { courseId: await addCourse(), title: 'Fire fighting', createdAt: clock() };
    const { id } = await db.insertInto('trainingSet').values(set).returning('id').executeTakeFirstOrThrow();
    const removed: KeptFile[] = [];
    for (const serial of [1, 2, 3, 4, 5, 6]) {
      const own = await removedFilm(files, id, serial);
      await mark(own);
      removed.push(...own);
    }
    await mark(await several(3, () => keepList(files)));
    expect(await sweepFiles(db, files)).toMatchObject({ waiting: { files: 24, of: 27 } });
    expect(await sweepFor(files, 40)).toMatchObject({ markedDeleted: 0 });
    expect(Object.keys(await digests(files))).toEqual(expect.arrayContaining(namesOf(removed)));
  });

  test('whose lists lost their rows with a database wait', async () => {
    const files = filesAt(inFolder());
    await several(21, () => keepList(files));
    daysAhead = 2;
    expect(await sweepFor(files, 40, otherDatabase)).toMatchObject({ withoutRow: 0, last: { waiting: { files: 21 } } });
  });
});

test('no more than may go in a day go within 24 hours, however often the sweep runs', async () => {
  const files = filesAt(inFolder());
  const kept = await several(40, () => keepWithRow(files));
  // two an hour
  for (const [i, one] of kept.entries()) await mark([one], new Date(Date.now() + (i * day) / 48));
  daysAhead = 30;
  for (let hour = 0; hour < 24; hour += 3) {
    daysAhead += 3 / 24;
    expect(await sweepFiles(db, files)).toMatchObject({ markedDeleted: 0, waiting: { of: 40 } });
  }
});

test('a clock that jumps ahead deletes no file without a row, and what was marked within a month waits', async () => {
  const files = filesAt(inFolder());
  await several(3, () => keep(files));
  const marked = await several(30, () => keepWithRow(files));
  for (const [i, one] of marked.entries()) await mark([one], new Date(Date.now() - i * day * 0.9));
  daysAhead = 2;
  expect((await sweepFiles(db, files)).waiting).toBeNull();
  daysAhead = 400;
  expect(await sweepFiles(db, files)).toMatchObject({
    withoutRow: 0,
    markedDeleted: 0,
    waiting: { files: 30, of: 33 },
  });
  daysAhead = 2.1;
  expect(await sweepFiles(db, files)).toMatchObject({ kept: { withoutRow: 3, markedDeleted: 30 }, waiting: null });
});

test('notes of a database that was restored to an earlier day do not count', async () => {
  const files = filesAt(inFolder());
  const stray = await keep(files);
  daysAhead = 2;
  await sweepFiles(db, files);
  // such a database was away for a month
  daysAhead = 35;
  expect((await sweepFor(files, 29)).withoutRow).toBe(0);
  expect(await isThere(files, stray)).toBe(true);
});

test('a file that was allowed to go waits again if it was in use meanwhile', async () => {
  const files = filesAt(inFolder());
  const kept = await several(30, () => keepWithRow(files));
  await mark(kept);
  expect((await sweepFiles(db, files)).waiting).toEqual({ files: 30, of: 30 });
  expect(await allow(30)).toBe(true);
  await db.updateTable('storedFile').set({ deletedAt: null }).execute();
  daysAhead = 1;
  expect((await sweepFiles(db, files)).kept.markedDeleted).toBe(0);
  await mark(kept);
  expect((await sweepFor(files, 31)).markedDeleted).toBe(0);
});

describe('a file that a row in use names', () => {
  async function coverOf(files: Files) {
    const cover = await keepWithRow(files);
    await addCourse(cover.id);
    return cover;
  }

  test('is not deleted, although it is marked', async () => {
    const files = filesAt(inFolder());
    const [cover, unused] = [await coverOf(files), await keepWithRow(files)];
    await mark([cover, unused], new Date(Date.now() - 40 * day));
    for (const markedDeleted of [1, 0])
      expect(await sweepFiles(db, files)).toMatchObject({ markedDeleted, kept: { inUse: 1, markedDeleted: 0 } });
    expect([await isThere(files, cover), await isThere(files, unused)]).toEqual([true, false]);
    const rows = db.selectFrom('storedFile').select('id').where('id', 'in', [cover.id, unused.id]);
    expect(await rows.execute()).toEqual([{ id: cover.id }]);
  });

  test('is not deleted with an erased person’s files', async () => {
    const files = filesAt(inFolder());
    const [cover, own, others] = [await coverOf(files), await keepWithRow(files), await keepWithRow(files)];
    const person = {
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.org',
      prefix: 'Mr' as const,
      mobile: '',
      passwordHash: 'x',
    };
    const owner = await db
      .insertInto('account')
      .values({ ...person, role: 'learner', createdAt: clock() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ids = [cover.id, own.id];
    await db.updateTable('storedFile').set({ ownerId: owner.id }).where('id', 'in', ids).execute();
    await mark([cover, own, others]);
    await removeMarkedFilesOf(db, files, owner.id);
    expect(await Promise.all([cover, own, others].map((one) => isThere(files, one)))).toEqual([true, false, true]);
  });

  test('is kept when it comes into use between its note and its deletion', async () => {
    const files = filesAt(inFolder());
    const kept = await keepWithRow(files);
    await mark([kept], new Date(Date.now() - 40 * day));
    const list: FileStore['list'] = async function* (folder) {
      yield* files.store.list(folder);
      // after the folder that has it was noted
      if (folder === 'inspection_packs') await db.updateTable('storedFile').set({ deletedAt: null }).execute();
    };
    const late = { ...files, store: { ...files.store, list } };
    expect((await sweepFiles(db, late)).markedDeleted).toBe(0);
    expect(await isThere(files, kept)).toBe(true);
  });
});

describe('sweeps that are disturbed', () => {
  test('several at once delete each file once', async () => {
    const files = filesAt(inFolder());
    const [strays, kept] = [await several(5, () => keep(files)), await several(25, () => keepWithRow(files))];
    await mark(kept.slice(0, 5));
    daysAhead = 2;
    const sum = { withoutRow: 0, markedDeleted: 0 };
    for (let days = 0; days <= 31; days += 1.9) {
      for (const swept of await Promise.all([1, 2, 3].map(() => sweepFiles(db, files)))) {
        sum.withoutRow += swept.withoutRow;
        sum.markedDeleted += swept.markedDeleted;
      }
      daysAhead += 1.9;
    }
    expect(sum.withoutRow).toBeGreaterThanOrEqual(strays.length);
    expect(sum.markedDeleted).toBeGreaterThanOrEqual(5);
    expect(Object.keys(await digests(files)).sort()).toEqual(namesOf(kept.slice(5)));
  });

  test('one that is killed after any file that it deleted is completed by the next', async () => {
    for (const at of [1, 2, 3]) {
      const files = filesAt(inFolder());
      await db.deleteFrom('storedFile').execute();
      const kept = await several(6, () => keepWithRow(files));
      await mark(kept.slice(0, 3), new Date(Date.now() - 31 * day));
      let calls = 0;
      const remove = async (name: string) => {
        await files.store.remove(name);
        calls += 1;
        if (calls === at) throw new Error('killed');
      };
      await expect(sweepFiles(db, { ...files, store: { ...files.store, remove } })).rejects.toThrow('killed');
      await sweepFiles(db, files);
      expect(Object.keys(await digests(files)).sort()).toEqual(namesOf(kept.slice(3)));
      const rows = await db.selectFrom('storedFile').select('filename').execute();
      expect(namesOf(rows)).toEqual(namesOf(kept.slice(3)));
    }
  });

  test('one whose store is away deletes nothing and forgets nothing', async () => {
    const files = filesAt(inFolder());
    const stray = await keep(files);
    daysAhead = 2;
    await sweepFor(files, 20);
    const away: FileStore['list'] = async function* (folder) {
      if (folder === 'certificates') throw new Error('away');
      yield* files.store.list(folder);
    };
    await expect(sweepFiles(db, { ...files, store: { ...files.store, list: away } })).rejects.toThrow('away');
    expect((await sweepFor(files, 11)).withoutRow).toBe(1);
    expect(await isThere(files, stray)).toBe(false);
  });
});

test('a deleted file that the history still refers to loses its content and keeps its row', async () => {
  const files = filesAt(inFolder());
  const kept = await keepWithRow(files);
  const courseId = await addCourse();
  const now = new Date();
  const { id: setId } = await db
    .insertInto('trainingSet')
    .values({ courseId, title: 'Fire fighting', createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const film = { setId, serial: 1, title: 'Foam', durationSeconds: 1, width: 1, height: 1, createdAt: now };
  await db
    .insertInto('film')
    .values({ ...film, fileId: kept.id, removedAt: now })
    .execute();
  await mark([kept], new Date(Date.now() - 40 * day));
  for (const markedDeleted of [1, 0]) expect((await sweepFiles(db, files)).markedDeleted).toBe(markedDeleted);
  expect(await isThere(files, kept)).toBe(false);
  const row = db.selectFrom('storedFile').select('id').where('id', '=', kept.id);
  expect(await row.executeTakeFirst()).toEqual({ id: kept.id });
});
