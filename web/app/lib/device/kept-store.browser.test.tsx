import { expect, test, vi } from 'vitest';
import { forgetDatabase } from '../../../testing/storage.ts';
import { endTransactionsOfLeftPages } from './database.ts';
import {
  changeKept,
  databaseName,
  forgetAnswers,
  type KeptKey,
  KeptUnknown,
  listKept,
  readKept,
  requireKept,
} from './kept-store.ts';

const asha: KeptKey = ['answers', 'asha', 'first'];
const ravi: KeptKey = ['answers', 'ravi', 'first'];
const watched: KeptKey = ['watched', 'asha', 'muster'];

/** A database that the browser refuses; local storage as well where `entirely`. */
function refuseStorage({ entirely }: { entirely: boolean }) {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  if (entirely)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
}

/** The names of values in local storage, beside the note that the database works. */
const localValues = () => Object.keys(localStorage).filter((name) => name !== 'keptOnDisk');

test('every write is a transaction of strict durability, and is in the database when it resolves', async () => {
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
  expect(await changeKept(asha, () => ({ one: 'a' }))).toBe('disk');
  expect(await readKept(asha)).toEqual([{ one: 'a' }]);
  const writes = transactions.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(writes.map(([, , options]) => options)).toEqual([{ durability: 'strict' }]);
  expect(transactions.mock.results.map(({ value }) => (value as IDBTransaction).durability)).toContain('strict');
  expect(localValues()).toEqual([]);
});

test('changes of several tabs at the same moment run one after another, and none is lost', async () => {
  const add = (n: number) => changeKept(asha, ([before]) => [...((before as number[]) ?? []), n]);
  await Promise.all([1, 2, 3, 4].map(add));
  expect(await readKept(asha)).toEqual([[1, 2, 3, 4]]);
  expect(await changeKept(asha, () => undefined)).toBe('disk');
  expect(await readKept(asha)).toEqual([]);
});

test('what an older version left in local storage is read, handed to the next change, and moved', async () => {
  localStorage.setItem('watched:asha:muster', '{"stretches":[[0,12]]}');
  const older = [{ stretches: [[0, 12]] }];
  expect(await readKept(watched)).toEqual(older);
  expect(await changeKept(watched, (stored) => ({ merged: stored }))).toBe('disk');
  expect(localValues()).toEqual([]);
  expect(await readKept(watched)).toEqual([{ merged: older }]);
});

test('a logout deletes all answers and leaves watched seconds; another login deletes those of others', async () => {
  localStorage.setItem('answers:ravi:older', '{}');
  for (const key of [asha, ravi, watched]) await changeKept(key, () => ({ by: key[1] }));
  await forgetAnswers('asha');
  expect(await Promise.all([asha, ravi, watched].map(readKept))).toEqual([[{ by: 'asha' }], [], [{ by: 'asha' }]]);
  expect(localValues()).toEqual([]);
  await forgetAnswers();
  expect(await Promise.all([asha, watched].map(readKept))).toEqual([[], [{ by: 'asha' }]]);
});

test('without a database local storage is used, without either nothing is stored, and each is said', async () => {
  await changeKept(watched, () => 1); // opened, and then refused at the next visit
  await forgetDatabase();
  refuseStorage({ entirely: false });
  expect(await changeKept(asha, () => ({ one: 'a' }))).toBe('browser');
  expect(await readKept(asha)).toEqual([{ one: 'a' }]);
  await forgetAnswers();
  expect(await readKept(asha)).toEqual([]);
  refuseStorage({ entirely: true });
  expect(await changeKept(asha, () => ({ one: 'a' }))).toBe('page');
  expect(await readKept(asha)).toEqual([]);
});

test('when the database is full, a change is of what it has, and both are read and joined later', async () => {
  await changeKept(watched, () => [1]);
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
    this.transaction.abort();
    return {} as IDBRequest<IDBValidKey>;
  });
  const add = (n: number) => changeKept(watched, (stored) => [...new Set([...stored.flat(), n])]);
  expect(await add(2)).toBe('browser');
  expect(await readKept(watched)).toEqual([[1], [1, 2]]);
  full.mockRestore();
  expect(await add(3)).toBe('disk');
  expect(await readKept(watched)).toEqual([[1, 2, 3]]);
});

test('a database that the browser never opens is given up, so that no page waits for it, and is asked again', async () => {
  await forgetDatabase();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const silent = vi.spyOn(indexedDB, 'open').mockReturnValue(new EventTarget() as IDBOpenDBRequest);
  const stored = changeKept(watched, () => 1);
  const read = readKept(watched);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await read).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await stored).toBe('browser');
  vi.useRealTimers();
  silent.mockRestore();
  expect(await changeKept(watched, ([before]) => before)).toBe('disk');
  expect([await readKept(watched), localValues()]).toEqual([[1], []]);
});

test('a connection that the browser has ended is replaced, and what is stored is found again', async () => {
  expect(await changeKept(watched, () => [1])).toBe('disk');
  const begin = IDBDatabase.prototype.transaction;
  const ends = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (
    this: IDBDatabase,
    ...asked
  ) {
    this.close();
    return begin.apply(this, asked);
  });
  await expect(requireKept(watched)).rejects.toThrow(KeptUnknown);
  ends.mockRestore();
  expect(await requireKept(watched)).toEqual([[1]]);
});

test('a database that answers nothing is given up, and what is in it does not pass for nothing', async () => {
  expect(await changeKept(watched, () => [1])).toBe('disk');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const silent = vi
    .spyOn(IDBDatabase.prototype, 'transaction')
    .mockImplementation(() => ({ objectStore: () => ({ get: () => ({}) }) }) as unknown as IDBTransaction);
  const read = expect(requireKept(watched)).rejects.toThrow(KeptUnknown);
  await vi.advanceTimersByTimeAsync(10_000);
  await read;
  vi.useRealTimers();
  silent.mockRestore();
  expect(await requireKept(watched)).toEqual([[1]]);
});

/** What another page finds in the database. */
const foundByOthers = (key: KeptKey) =>
  new Promise((resolve) => {
    indexedDB.open(databaseName).onsuccess = ({ target }) => {
      const db = (target as IDBOpenDBRequest).result;
      db
        .transaction('kept')
        .objectStore('kept')
        .get([...key]).onsuccess = (event) => {
        db.close();
        resolve((event.target as IDBRequest).result);
      };
    };
  });

test('what a page has under way when it is left ends, for the next page, and begins again with the page', async () => {
  endTransactionsOfLeftPages();
  await changeKept(watched, () => [1]);
  const turn = (type: string) => dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  const begin = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (this: IDBDatabase, ...asked) {
    queueMicrotask(() => turn('pagehide'));
    return begin.apply(this, asked);
  });
  const add = (n: number) => changeKept(watched, ([before]) => [...(before as number[]), n]);
  const underWay = add(2);
  const before = await vi.waitUntil(() => foundByOthers(watched));
  const later = add(3);
  expect([before, await foundByOthers(watched)]).toEqual([[1], [1]]);
  turn('pageshow');
  expect(await Promise.all([underWay, later])).toEqual(['disk', 'disk']);
  expect(await readKept(watched)).toEqual([[1, 2, 3]]);
});

test('a browser that has never stored anything has nothing, where it refuses its database', async () => {
  localStorage.clear();
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  expect([await requireKept(watched), await listKept('record', 'anybody')]).toEqual([[], []]);
});
