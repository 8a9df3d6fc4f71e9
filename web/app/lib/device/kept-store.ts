import { database } from './database.ts';

/**
 * What this device keeps of a person's work until the server has it, such that a power cut loses none of it: seconds of
 * a film that were watched, or were spent in a package (`watched`), answers of a test under way (`answers`), marks of
 * attendance (`attendance`), what a package has stored (`package`), and what was played under an offline pass
 * (`record`), with the key that signs it (`device-key`, in the database alone).
 *
 * It is an IndexedDB database written with strict durability: a write resolves once the browser has flushed it to the
 * disk. Local storage is not enough, since Chromium writes it about once a minute. Where a browser refuses IndexedDB,
 * local storage is used instead; `Where` says what is then promised. A value that is found in local storage, from an
 * older version of the site or from such a browser, is handed to the next change, which moves it into the database.
 */
export type KeptKey = readonly [
  kind: 'watched' | 'answers' | 'attendance' | 'record' | 'package' | 'device-key',
  person: string,
  id: string,
];

/** Where a value is: on the disk, in local storage (a power cut can lose a minute of it), or in this page alone. */
export type Where = 'disk' | 'browser' | 'page';

export const databaseName = 'fairlead';
const storeName = 'kept';
const kept = database(databaseName, [(db) => void db.createObjectStore(storeName)]);

/**
 * The values stored under a key: the database's, then the one in local storage. Usually there is one at most; who reads
 * them merges them, and checks their form.
 */
export const readKept = async (key: KeptKey): Promise<unknown[]> =>
  valuesOf(await readStored(key).catch(() => undefined), key); // no database: local storage has what there is

/**
 * The same, where nothing must pass for nothing.
 *
 * @throws KeptUnknown
 */
export const requireKept = async (key: KeptKey): Promise<unknown[]> =>
  valuesOf(await readStored(key).catch(unlessThere(undefined)), key);

const readStored = (key: KeptKey): Promise<unknown> =>
  run<unknown>('readonly', (store, done) => {
    const request = store.get([...key]);
    request.onsuccess = () => done(request.result);
  });

/** Thrown where the database, which has worked on this device before, does not answer: what is in it is not known. */
export class KeptUnknown extends Error {}

/** The name in local storage that says that the database of this device has worked. */
const workedName = 'keptOnDisk';

/** What stands for the answer of a database that this browser does not have. @throws KeptUnknown where it has one. */
const unlessThere =
  <T>(nothing: T) =>
  (cause: unknown): T => {
    if (readLocal(workedName) === null) return nothing;
    throw new KeptUnknown('the database of this device does not answer', { cause });
  };

/**
 * Replaces the value of a key by what `change` makes of the stored ones; undefined deletes it. Changes by several tabs
 * run one after another. Resolves once the value is stored, with where it is; it never rejects.
 */
export async function changeKept(key: KeptKey, change: (stored: unknown[]) => unknown): Promise<Where> {
  try {
    await run<void>('readwrite', (store) => {
      const request = store.get([...key]);
      request.onsuccess = () => {
        const value = change(valuesOf(request.result, key));
        if (value === undefined) store.delete([...key]);
        else store.put(value, [...key]);
      };
    });
  } catch {
    // refused, as in some private windows, or full: what local storage takes is better than nothing
    return writeLocal(key, change(await readKept(key))) ? 'browser' : 'page';
  }
  writeLocal(key, undefined);
  noteWorked();
  return 'disk';
}

/** The ids under which something of a kind is stored for a person. @throws KeptUnknown */
export async function listKept(kind: KeptKey[0], person: string): Promise<string[]> {
  const stored = await run<string[]>('readonly', (store, done) => {
    const request = store.getAllKeys(IDBKeyRange.bound([kind, person], [kind, person, []]));
    request.onsuccess = () => done((request.result as string[][]).map(([, , id = '']) => id));
  }).catch(unlessThere<string[]>([]));
  const prefix = `${kind}:${person}:`;
  const local = localNames(kind).filter((name) => name.startsWith(prefix));
  return [...new Set([...stored, ...local.map((name) => name.slice(prefix.length))])];
}

/**
 * Deletes the answers on this device, except those of the person `but`: at a logout, and when somebody else signs in.
 * Watched seconds stay: they show nothing of a person but ids, and are sent at that person's next visit.
 */
export async function forgetAnswers(but?: string): Promise<void> {
  for (const name of localNames('answers'))
    if (!but || !name.startsWith(`answers:${but}:`)) localStorage.removeItem(name);
  await run<void>('readwrite', (store) => {
    const request = store.getAllKeys(IDBKeyRange.bound(['answers'], ['answers', []]));
    request.onsuccess = () => {
      for (const key of request.result as string[][]) if (key[1] !== but) store.delete(key);
    };
  }).catch(() => undefined); // no database, and so nothing in it
}

/** Whether a name in local storage is a value of this module. */
export const isKeptName = (name: string): boolean =>
  name === workedName || /^(watched|answers|attendance|record|package|device-key):/.test(name);

const run = <T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore, done: (value: T) => void) => void,
): Promise<T> => kept.run([storeName], mode, (transaction, done) => work(transaction.objectStore(storeName), done));

const nameOf = (key: KeptKey) => key.join(':');

const localNames = (kind: KeptKey[0]): string[] => {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(`${kind}:`));
  } catch {
    return []; // a browser that forbids storage altogether
  }
};

function readLocal(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // forbidden
  }
}

function noteWorked(): void {
  try {
    localStorage.setItem(workedName, 'yes');
  } catch {
    // forbidden, or full: a database that does not answer is taken for none then
  }
}

function valuesOf(stored: unknown, key: KeptKey): unknown[] {
  try {
    const local: unknown = JSON.parse(localStorage.getItem(nameOf(key)) ?? 'null');
    return [stored, local].filter((value) => value !== undefined && value !== null);
  } catch {
    return stored === undefined ? [] : [stored]; // forbidden, or written by another program under the same name
  }
}

/** Returns whether it was stored, or removed. */
function writeLocal(key: KeptKey, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(nameOf(key));
    else localStorage.setItem(nameOf(key), JSON.stringify(value));
    return true;
  } catch {
    return false; // forbidden, or full
  }
}
