import { aboardDatabase } from '../app/lib/device/aboard/database-name.ts';
import { databaseName } from '../app/lib/device/kept-store.ts';

/** The browser's storage in memory, for unit tests of modules that use it. */
export function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

/**
 * Deletes the page's databases; one that is open is closed by its owner when it hears of it. It is deleted by its name,
 * since the browser does not list a database whose first opening is under way: a report at the end of one test, on a
 * slow disk, was found by the next.
 */
export const forgetDatabase = async (): Promise<void> => {
  await Promise.all([databaseName, aboardDatabase].map(forget));
};

const forget = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
