import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { countPieces, deletePack, deletePerson, listPieces, readPiece, writePack, writePiece } from './aboard-store.ts';
import { aboardDatabase } from './database-name.ts';
import { encrypt, newEncryptionKey } from './encryption.ts';
import { keepAnswers } from './kept-answers.ts';
import { keyWithoutPin, needsPin, openWithPin, setPin, waitAfter } from './person-key.ts';
import { seenAboard } from './seen-aboard.ts';

const words = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

/** Everything that the database holds, as a person with developer tools or a copy of it sees it. */
async function everything(): Promise<string> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(aboardDatabase);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const found = await Promise.all(
    [...db.objectStoreNames].map(
      (name) =>
        new Promise<unknown[]>((resolve) => {
          const request = db.transaction(name).objectStore(name).getAll();
          request.onsuccess = () => resolve(request.result);
        }),
    ),
  );
  db.close();
  const shown = (value: unknown): string =>
    value instanceof Uint8Array
      ? new TextDecoder('latin1').decode(value)
      : typeof value === 'object' && value !== null
        ? Object.values(value).map(shown).join(' ')
        : String(value);
  return found.flat().map(shown).join(' ');
}

async function keyOf(person: string): Promise<CryptoKey> {
  const key = await keyWithoutPin(person, `Name of ${person}`);
  if (key === 'locked') throw new Error('it is locked');
  return key;
}

test('a piece is stored encrypted, and opens only with the person’s key and in its own place', async () => {
  const [asha, ravi] = [await keyOf('asha'), await keyOf('ravi')];
  const place = { person: 'asha', file: 'film.mp4', index: 0, key: asha };
  await writePiece(place, words('muster at station four'));
  expect(textOf(await readPiece(place))).toBe('muster at station four');
  expect(await everything()).not.toContain('muster');
  await expect(readPiece({ ...place, key: ravi })).rejects.toThrow(DOMException);
  expect(await readPiece({ ...place, index: 1 })).toBeUndefined();
  expect(await readPiece({ ...place, person: 'ravi' })).toBeUndefined();
  // the same bytes in another place are not taken for what belongs there
  const encrypted = await encrypt(asha, words('x'), 'piece asha film.mp4 7');
  const put = vi.spyOn(crypto.subtle, 'encrypt').mockResolvedValueOnce(encrypted.slice(12).buffer);
  await writePiece({ ...place, index: 8 }, words('x'));
  put.mockRestore();
  await expect(readPiece({ ...place, index: 8 })).rejects.toThrow(DOMException);
});

test('pieces are counted by file, and are removed with their course or their person, and no others', async () => {
  const key = await keyOf('asha');
  const write = (person: string, file: string, index: number) => writePiece({ person, file, index, key }, words('x'));
  for (const index of [0, 2, 10]) await write('asha', 'one.mp4', index);
  await write('asha', 'two.mp4', 0);
  await write('ravi', 'one.mp4', 0);
  expect(await listPieces('asha', 'one.mp4')).toEqual([0, 2, 10]);
  expect([...(await countPieces('asha'))]).toEqual([
    ['one.mp4', 3],
    ['two.mp4', 1],
  ]);
  await writePack('asha', 'course', await encrypt(key, words('{}'), 'x'));
  await deletePack('asha', 'course', ['one.mp4']);
  expect([...(await countPieces('asha')).keys()]).toEqual(['two.mp4']);
  await deletePerson('asha');
  expect([(await countPieces('asha')).size, (await countPieces('ravi')).size]).toEqual([0, 1]);
});

test('a person’s key is the same at the next visit, cannot be read by scripts, and is nobody else’s', async () => {
  const key = await keyOf('asha');
  await writePiece({ person: 'asha', file: 'f', index: 0, key }, words('kept'));
  expect(textOf(await readPiece({ person: 'asha', file: 'f', index: 0, key: await keyOf('asha') }))).toBe('kept');
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  expect([await needsPin('asha'), await needsPin('ravi')]).toEqual([false, true]);
});

test('with a PIN the key opens by it alone, with the session; a change needs the PIN of before', async () => {
  const key = await keyOf('asha');
  await writePiece({ person: 'asha', file: 'f', index: 0, key }, words('kept'));
  expect(await setPin('asha', { before: '', pin: '482913', session: '{"token":"t"}' })).toBe(true);
  expect(await keyWithoutPin('asha', 'Asha')).toBe('locked');
  const opened = await openWithPin('asha', '482913');
  if (!opened || 'wrong' in opened) throw new Error('it did not open');
  expect(opened.session).toBe('{"token":"t"}');
  expect(textOf(await readPiece({ person: 'asha', file: 'f', index: 0, key: opened.key }))).toBe('kept');
  expect(await everything()).not.toContain('token');
  expect(await setPin('asha', { before: '111111', pin: '222222', session: '{}' })).toBe(false);
  expect(await openWithPin('asha', '222222')).toMatchObject({ wrong: true });
  expect(await setPin('asha', { before: '482913', pin: '222222', session: '{}' })).toBe(true);
  expect(await openWithPin('asha', '222222')).toHaveProperty('key');
  expect(await openWithPin('nobody', '222222')).toBeUndefined();
}, 60_000);

test('wrong PINs wait longer and longer, a right one among them too, and one that was in time ends that', async () => {
  expect([1, 2, 3, 4, 5, 12, 40].map(waitAfter)).toEqual(
    [0, 0, 30, 60, 120, 15_360, 86_400].map((seconds) => seconds * 1000),
  );
  await keyOf('asha');
  await setPin('asha', { before: '', pin: '482913', session: '{}' });
  const now = Date.now();
  for (const openFrom of [now, now, now + 30_000])
    expect(await openWithPin('asha', '000000', now)).toEqual({ wrong: true, openFrom });
  // the right PIN is not even tried before its time
  expect(await openWithPin('asha', '482913', now + 29_999)).toEqual({ wrong: true, openFrom: now + 30_000 });
  expect(await openWithPin('asha', '482913', now + 30_000)).toHaveProperty('key');
  expect(await openWithPin('asha', '000000', now + 30_001)).toEqual({ wrong: true, openFrom: now + 30_001 });
  // somebody tries with the clock a year ahead, and sets it right again
  const year = 365 * 24 * 3600_000;
  for (const wait of [0, 30_000])
    expect(await openWithPin('asha', '000000', now + year)).toEqual({ wrong: true, openFrom: now + year + wait });
  expect(await openWithPin('asha', '482913', now + 40_000)).toEqual({ wrong: true, openFrom: now + 70_000 });
  expect(await openWithPin('asha', '482913', now + 50_000)).toEqual({ wrong: true, openFrom: now + 70_000 });
  expect(await openWithPin('asha', '482913', now + 70_000)).toHaveProperty('key');
}, 60_000);

test('answers are kept for the next visit, encrypted, of the queries that say so alone', async () => {
  const key = await keyOf('asha');
  const client = new QueryClient();
  const query = (name: string, meta: Record<string, unknown> = {}) => ({
    queryKey: [name],
    queryFn: () => `answer of ${name}`,
    meta,
  });
  const { write, stop } = await keepAnswers(client, 'asha', key);
  await client.fetchQuery(query('courses', seenAboard));
  await client.fetchQuery(query('paper'));
  // at once, and not a second later
  await write();
  expect(await everything()).not.toContain('answer of');
  const next = new QueryClient();
  const { stop: end } = await keepAnswers(next, 'asha', key);
  await stop();
  expect([next.getQueryData(['courses']), next.getQueryData(['paper'])]).toEqual(['answer of courses', undefined]);
  // a failure leaves what was read before
  const failing = {
    ...query('courses', seenAboard),
    queryFn: () => Promise.reject(new Error('no link')),
    retry: false,
  };
  await expect(next.fetchQuery(failing)).rejects.toThrow('no link');
  await end();
  const last = new QueryClient();
  await (await keepAnswers(last, 'asha', key)).stop();
  expect(last.getQueryData(['courses'])).toBe('answer of courses');
  // another key opens nothing, and is no failure: pages would not open
  const other = new QueryClient();
  await (await keepAnswers(other, 'asha', await newEncryptionKey())).stop();
  expect(other.getQueryData(['courses'])).toBeUndefined();
});
