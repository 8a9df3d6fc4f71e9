import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open as openFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { bucketOf, testPlace } from '../testing/test-place.ts';
import { openBucket } from './bucket.ts';
import { bucketStore } from './bucket-store.ts';
import { bytesOf, FileMissing, type FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { twoStores } from './two-stores.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'stores-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const scratch = join(dataDir, 'scratch');

let folders = 0;
const aFolder = () => folderStore(join(dataDir, `folder-${++folders}`), ['films', 'documents']);
/** A bucket of an object store, where `npm run soak -- store` has started one; else another folder. */
const another = (): FileStore => {
  const place = testPlace();
  return place === 'folder' ? aFolder() : bucketStore(openBucket(bucketOf(place, dataDir)), scratch);
};
const theOther = testPlace() === 'folder' ? 'another folder' : 'a bucket';

/** A local file that is to be stored. */
function local(content: Buffer): string {
  const path = join(dataDir, `local-${randomBytes(8).toString('hex')}`);
  writeFileSync(path, content);
  return path;
}

async function contentOf(store: FileStore, name: string): Promise<Buffer> {
  const stored = await store.open(name);
  try {
    return await buffer(bytesOf(stored, { first: 0, last: stored.sizeBytes - 1 }));
  } finally {
    await stored.close();
  }
}

async function namesIn(store: FileStore, folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { filename } of store.list(folder)) names.push(filename);
  return names.sort();
}

const places: [string, () => FileStore][] = [
  ['a folder', aFolder],
  [theOther, another],
  [`a folder, with ${theOther} beside it`, () => twoStores(aFolder(), another())],
];

describe.each(places)('files in %s', (_, open) => {
  const store = open();

  test.each([0, 1, 1000, 300_000, 8 * 2 ** 20, 20 * 2 ** 20 + 7])(
    'of %i bytes are read as they were stored',
    async (size) => {
      const content = randomBytes(size);
      const path = local(content);
      await store.put('films/a.mp4', path);
      expect(existsSync(path)).toBe(false);
      expect((await contentOf(store, 'films/a.mp4')).equals(content)).toBe(true);
    },
  );

  test('are read in any part, by several readers at once', async () => {
    const content = randomBytes(3_000_000);
    await store.put('films/a.mp4', local(content));
    const stored = await store.open('films/a.mp4');
    expect(stored.sizeBytes).toBe(content.length);
    const parts = [
      [0, 1],
      [262_143, 2],
      [2_999_999, 1],
      [1_000_000, 1_500_000],
      [5, 70_000],
      [5 + 70_000, 70_000],
    ] as const;
    await Promise.all(
      parts.map(async ([at, length]) => {
        const part = Buffer.alloc(length);
        expect(await stored.read(part, at)).toBe(length);
        expect(part.equals(content.subarray(at, at + length))).toBe(true);
      }),
    );
    const beyond = Buffer.alloc(100);
    expect(await stored.read(beyond, content.length - 40)).toBe(40);
    expect(await stored.read(beyond, content.length)).toBe(0);
    await stored.close();
  });

  test('are replaced as a whole, listed by folder, and gone when they are removed', async () => {
    const before = Date.now();
    await store.put('documents/a.pdf', local(Buffer.from('one')));
    await store.put('documents/a.pdf', local(Buffer.from('two')));
    await store.put('documents/b.pdf', local(Buffer.from('three')));
    expect(String(await contentOf(store, 'documents/a.pdf'))).toBe('two');
    expect(await namesIn(store, 'documents')).toEqual(['a.pdf', 'b.pdf']);
    for await (const { changedAt } of store.list('documents')) {
      // an object store has its own clock, to the second
      expect(Math.abs(changedAt - before)).toBeLessThan(60_000);
    }
    await store.remove('documents/a.pdf');
    await store.remove('documents/a.pdf');
    expect(await namesIn(store, 'documents')).toEqual(['b.pdf']);
    await expect(store.open('documents/a.pdf')).rejects.toBeInstanceOf(FileMissing);
    await expect(store.withPath('documents/a.pdf', async () => 'read')).rejects.toBeInstanceOf(FileMissing);
    expect(await store.check()).toBeUndefined();
  });

  test('are lent to work that needs a path, and what was lent is no longer there afterwards', async () => {
    const content = randomBytes(2_000_000);
    await store.put('films/lent.mp4', local(content));
    const seen = await store.withPath('films/lent.mp4', async (path) => readFile(path));
    expect(seen.equals(content)).toBe(true);
    await expect(store.withPath('films/lent.mp4', () => Promise.reject(new Error('the work failed')))).rejects.toThrow(
      'the work failed',
    );
    expect(existsSync(scratch) ? readdirSync(scratch) : []).toEqual([]);
    expect((await contentOf(store, 'films/lent.mp4')).equals(content)).toBe(true);
  });
});

test('a folder has flushed a file before it is moved to its place, and its name afterwards', async () => {
  const root = join(dataDir, 'flushed');
  const path = local(Buffer.from('one'));
  const handle = await openFile(path);
  const flush = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync');
  onTestFinished(() => flush.mockRestore());
  await handle.close();
  const flushed: string[] = [];
  flush.mockImplementation(async function (this: FileHandle) {
    const kind = (await this.stat()).isDirectory() ? 'folder' : 'file';
    flushed.push(`${kind}, ${existsSync(join(root, 'films/a.mp4')) ? 'after' : 'before'} the move`);
  });
  await folderStore(root, ['films']).put('films/a.mp4', path);
  expect(flushed).toEqual(['file, before the move', 'folder, after the move']);
});

test('the group may read films, which a web server sends, and nothing else', async () => {
  const root = join(dataDir, 'modes');
  const store = folderStore(root, ['trainingVideo', 'id_documents']);
  for (const name of ['trainingVideo/a.mp4', 'id_documents/a.jpg']) await store.put(name, local(Buffer.from('one')));
  const modeOf = (name: string) => (statSync(join(root, name)).mode & 0o777).toString(8);
  expect(['', 'trainingVideo', 'trainingVideo/a.mp4'].map(modeOf)).toEqual(['710', '750', '640']);
  expect(modeOf('id_documents')).toBe('700');
});

describe('while files move from one place to another', () => {
  const [from, to] = [another(), aFolder()];
  const both = twoStores(to, from);
  const move = async (name: string) => {
    await to.put(name, local(await contentOf(from, name)));
    await from.remove(name);
  };

  test('a file is read where it is, and new ones go to the new place', async () => {
    await from.put('documents/old.pdf', local(Buffer.from('old')));
    await both.put('documents/new.pdf', local(Buffer.from('new')));
    expect(await namesIn(from, 'documents')).toEqual(['old.pdf']);
    expect(await namesIn(both, 'documents')).toEqual(['new.pdf', 'old.pdf']);
    expect(String(await contentOf(both, 'documents/old.pdf'))).toBe('old');
    await move('documents/old.pdf');
    expect(String(await contentOf(both, 'documents/old.pdf'))).toBe('old');
    await both.remove('documents/old.pdf');
    await expect(both.open('documents/old.pdf')).rejects.toBeInstanceOf(FileMissing);
  });

  test('a reader goes on with a file that is moved meanwhile', async () => {
    const content = randomBytes(3_000_000);
    await from.put('films/long.mp4', local(content));
    const stored = await both.open('films/long.mp4');
    const parts: Buffer[] = [];
    for await (const part of bytesOf(stored, { first: 0, last: content.length - 1 })) {
      if (parts.length === 0) await move('films/long.mp4');
      parts.push(part);
    }
    expect(Buffer.concat(parts).equals(content)).toBe(true);
    await stored.close();
  });

  test('a file that is removed in the middle of a search for it is missing in both', async () => {
    await expect(both.open('films/none.mp4')).rejects.toBeInstanceOf(FileMissing);
    await both.remove('films/none.mp4');
  });

  test('a file that several readers read is opened again once', async () => {
    const content = randomBytes(100_000);
    const [here, there] = [aFolder(), aFolder()];
    let opened = 0;
    const moved: FileStore = {
      ...there,
      open: async (name) => {
        const stored = await there.open(name);
        return { ...stored, read: () => Promise.reject(new FileMissing(name)) };
      },
    };
    const counting: FileStore = {
      ...here,
      open: async (name) => {
        const stored = await here.open(name);
        opened += 1;
        return stored;
      },
    };
    await there.put('films/a.mp4', local(content));
    const stored = await twoStores(counting, moved).open('films/a.mp4');
    await here.put('films/a.mp4', local(content));
    const parts = [0, 1000, 50_000].map(async (at) => {
      const part = Buffer.alloc(1000);
      await stored.read(part, at);
      return part.equals(content.subarray(at, at + 1000));
    });
    expect(await Promise.all(parts)).toEqual([true, true, true]);
    expect(opened).toBe(1);
    await stored.close();
  });
});
