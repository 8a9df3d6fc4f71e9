import { database } from '../database.ts';
import { aboardDatabase } from './database-name.ts';
import { type Bytes, decrypt, type Encrypted, encrypt } from './encryption.ts';

/**
 * What people have taken aboard in this browser: an IndexedDB database, in which everything that shows more than names
 * is encrypted to its person. The service worker reads it too.
 */
const store = database(aboardDatabase, [
  (db) => {
    for (const name of ['people', 'packs', 'files', 'pieces', 'answers']) db.createObjectStore(name);
  },
]);

/** A person who has something aboard in this browser. */
export type PersonRecord = {
  name: string;
  /** The name that the person chose for others on this device; without one, they see the initials. */
  shownAs?: string;
  /** Random, and not to be read by scripts: a copy of what they can read does not suffice to guess a PIN. */
  secret: CryptoKey;
  /** The person's key, encrypted by the secret, and inside of that by a key made from the PIN if there is one. */
  encryptedKey: Encrypted;
  pin: { salt: Bytes; iterations: number; failures: number; openFrom: number } | null;
  /** The session of a login, encrypted by the person's key: a PIN opens it again without a network. */
  session: Encrypted | null;
};

/** A file of a pack: its size and media type, and the digests of its pieces, joined. */
export type FileRecord = { bytes: number; type: string; digests: Bytes };

const aboutPiece = (person: string, file: string, index: number) => `piece ${person} ${file} ${index}`;
const allOf = (person: string, ...more: readonly string[]) =>
  IDBKeyRange.bound([person, ...more], [person, ...more, []]);

const get = <T>(name: string, key: IDBValidKey): Promise<T | undefined> =>
  store.run<T | undefined>([name], 'readonly', (transaction, done) => {
    const request = transaction.objectStore(name).get(key);
    request.onsuccess = () => done(request.result as T | undefined);
  });
/** What Chromium 156 reports of a disk that is full, while it says that the site may store gigabytes more. */
const ofFullDisk = ['UnknownError', 'DataError', 'AbortError'];

/** @throws DOMException `QuotaExceededError` when the browser gives no more space, or the disk is full. */
async function put(name: string, key: IDBValidKey, value: unknown): Promise<void> {
  try {
    await store.run([name], 'readwrite', (transaction) => void transaction.objectStore(name).put(value, key));
  } catch (error) {
    if (!(error instanceof DOMException && ofFullDisk.includes(error.name))) throw error;
    throw Object.assign(new DOMException('the disk is full', 'QuotaExceededError'), { cause: error });
  }
}

export const readPerson = (person: string) => get<PersonRecord>('people', person);
export const writePerson = (person: string, record: PersonRecord) => put('people', person, record);

/** Everybody who has something aboard in this browser. */
export const listPeople = (): Promise<{ person: string; record: PersonRecord }[]> =>
  store.run(['people'], 'readonly', (transaction, done) => {
    const people = transaction.objectStore('people');
    const [keys, records] = [people.getAllKeys(), people.getAll()];
    records.onsuccess = () =>
      done((keys.result as string[]).map((person, index) => ({ person, record: records.result[index] })));
  });

/** Deletes everything that a person has aboard. */
export const deletePerson = (person: string): Promise<void> =>
  store.run(['people', 'packs', 'files', 'pieces', 'answers'], 'readwrite', (transaction) => {
    for (const name of ['people', 'answers']) transaction.objectStore(name).delete(person);
    for (const name of ['packs', 'files', 'pieces']) transaction.objectStore(name).delete(allOf(person));
  });

export const readAnswers = (person: string) => get<Encrypted>('answers', person);
export const writeAnswers = (person: string, encrypted: Encrypted) => put('answers', person, encrypted);

/** The packs of a person, encrypted, by the ids of their courses. */
export const listPacks = (person: string): Promise<{ courseId: string; encrypted: Encrypted }[]> =>
  store.run(['packs'], 'readonly', (transaction, done) => {
    const packs = transaction.objectStore('packs');
    const [keys, all] = [packs.getAllKeys(allOf(person)), packs.getAll(allOf(person))];
    all.onsuccess = () =>
      done((keys.result as [string, string][]).map(([, courseId], at) => ({ courseId, encrypted: all.result[at] })));
  });
export const writePack = (person: string, courseId: string, encrypted: Encrypted) =>
  put('packs', [person, courseId], encrypted);

/** Deletes a pack with those of its files that no other pack of the person has. */
export const deletePack = (person: string, courseId: string, files: readonly string[]): Promise<void> =>
  store.run(['packs', 'files', 'pieces'], 'readwrite', (transaction) => {
    transaction.objectStore('packs').delete([person, courseId]);
    for (const file of files) {
      transaction.objectStore('files').delete([person, file]);
      transaction.objectStore('pieces').delete(allOf(person, file));
    }
  });

export const readFile = (person: string, file: string) => get<FileRecord>('files', [person, file]);
export const writeFile = (person: string, file: string, record: FileRecord) => put('files', [person, file], record);

/** The positions of the pieces of a file that are stored, in ascending order. */
export const listPieces = (person: string, file: string): Promise<number[]> =>
  store.run(['pieces'], 'readonly', (transaction, done) => {
    const request = transaction.objectStore('pieces').getAllKeys(allOf(person, file));
    request.onsuccess = () => done((request.result as [string, string, number][]).map(([, , index]) => index));
  });

/** How many pieces of each file of a person are stored. */
export const countPieces = (person: string): Promise<ReadonlyMap<string, number>> =>
  store.run(['pieces'], 'readonly', (transaction, done) => {
    const counts = new Map<string, number>();
    const request = transaction.objectStore('pieces').getAllKeys(allOf(person));
    request.onsuccess = () => {
      for (const [, file] of request.result as [string, string, number][])
        counts.set(file, (counts.get(file) ?? 0) + 1);
      done(counts);
    };
  });

/** Whether something was not stored since the browser gives no more space. */
export const isQuota = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** Encrypts a piece and stores it. @throws DOMException `QuotaExceededError` when the browser gives no more space. */
export async function writePiece(
  { person, file, index, key }: { person: string; file: string; index: number; key: CryptoKey },
  piece: Bytes,
): Promise<void> {
  await put('pieces', [person, file, index], await encrypt(key, piece, aboutPiece(person, file, index)));
}

/** A piece, decrypted; undefined when it is not there. */
export async function readPiece({
  person,
  file,
  index,
  key,
}: {
  person: string;
  file: string;
  index: number;
  key: CryptoKey;
}): Promise<Bytes | undefined> {
  const encrypted = await get<Encrypted>('pieces', [person, file, index]);
  return encrypted && decrypt(key, encrypted, aboutPiece(person, file, index));
}
