import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Locks a folder for this process. PGlite has no lock of its own, and two processes on one folder silently lose each
 * other's rows. The lock is that of SQLite on a file beside the data. The kernel releases it when the process dies, for
 * any reason, so a stale lock never has to be removed by hand.
 *
 * The main thread holds it, because it outlives a restart of the database thread. POSIX drops such a lock when the
 * process closes any descriptor of the file: nothing else may open `lock.db`.
 *
 * @param whenLocked the error when another process has locked it
 * @returns a function that unlocks the folder; safe to call twice
 * @throws one line that names the folder, when another process has locked it
 */
export function lockFolder(
  folder: string,
  whenLocked = `The database folder ${folder} is in use by another process: stop it first.`,
): () => void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.chmodSync(folder, 0o700);
  const file = path.join(folder, 'lock.db');
  const lock = new DatabaseSync(file);
  try {
    fs.chmodSync(file, 0o600);
    lock.exec('pragma locking_mode=exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new Error(whenLocked);
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}

const SQLITE_BUSY = 5;
