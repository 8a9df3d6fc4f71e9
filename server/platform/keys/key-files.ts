import { createPrivateKey, type KeyObject } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KeyAway } from '../outage.ts';
import { syncToDisk } from '../sync-to-disk.ts';

/** Private keys as files under DATA_DIR/keys, readable only by the program's user. */
export type KeyFiles = {
  /**
   * Writes a key, and flushes it and its name to the disk: what it signs afterwards must not outlive it. Each id is
   * used once. The file gets its name when it is complete.
   */
  write(id: string, key: KeyObject): Promise<void>;
  /** The key; undefined when its file is missing or is not a valid key. @throws KeyUnreadable */
  read(id: string): Promise<KeyObject | undefined>;
  remove(id: string): Promise<void>;
};

const unfinished = '.new';
/** Whether a file below DATA_DIR is a key that is being written. */
export const isUnfinishedKey = (name: string): boolean => name.endsWith(`.pem${unfinished}`);

/** Thrown for the file of a key that is there and cannot be read, such as one of another user. */
export class KeyUnreadable extends KeyAway {
  override name = 'KeyUnreadable';
}

/** @param dataDir DATA_DIR; the folder in it is created when it is first needed. */
export function keyFiles(dataDir: string): KeyFiles {
  const folder = join(dataDir, 'keys');
  const place = (id: string) => join(folder, `${id}.pem`);
  return {
    async write(id, key) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = place(id);
      const aside = `${path}${unfinished}`;
      try {
        const pem = key.export({ format: 'pem', type: 'pkcs8' });
        await writeFile(aside, pem, { flag: 'wx', mode: 0o600, flush: true });
        await rename(aside, path);
        await syncToDisk(folder, 'folder');
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    },
    async read(id) {
      const pem = await readFile(place(id), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        const remedy = 'let the user of the program own and read DATA_DIR/keys and what is in it';
        throw new KeyUnreadable(`${place(id)} cannot be read (${error.code}): ${remedy}.`, { cause: error });
      });
      return keyIn(pem);
    },
    remove: (id) => rm(place(id), { force: true }),
  };
}

function keyIn(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined; // empty, cut off or overwritten
  }
}
