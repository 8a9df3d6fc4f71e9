import { chmodSync, mkdirSync } from 'node:fs';
import { chmod, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncToDisk } from '../../sync-to-disk.ts';
import { isReadByWebServer } from '../folders.ts';
import { freeSpace } from '../free-space.ts';
import { FileMissing, type FileStore, type StoredBytes } from './file-store.ts';

/** Data that was just read is still in the processor's cache when it is written. */
const pieceBytes = 256 * 1024;

/**
 * Files in folders of mode 700 below `root`. The group of the program may read films, where it can reach `root`: a
 * web server in that group sends them.
 *
 * @param subfolders those that are made if they are missing.
 */
export function folderStore(root: string, subfolders: readonly string[]): FileStore {
  for (const name of subfolders) {
    const made = mkdirSync(join(root, name), { recursive: true, mode: 0o700 });
    if (made === undefined || !isReadByWebServer(name)) continue;
    chmodSync(join(root, name), 0o750);
    chmodSync(root, 0o710);
  }
  const pathOf = (name: string) => join(root, name);

  async function openStored(name: string): Promise<StoredBytes> {
    const handle = await open(pathOf(name)).catch(missing(name));
    try {
      const { size: sizeBytes } = await handle.stat();
      return {
        sizeBytes,
        pieceBytes,
        read: async (buffer, at) => (await handle.read(buffer, 0, buffer.length, at)).bytesRead,
        close: () => handle.close(),
      };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  return {
    async put(name, path) {
      if (isReadByWebServer(dirname(name))) await chmod(path, 0o640);
      await syncToDisk(path, 'file');
      await rename(path, pathOf(name));
      await syncToDisk(dirname(pathOf(name)), 'folder');
    },
    open: openStored,
    remove: (name) => rm(pathOf(name), { force: true }),
    // a folder keeps nothing that was deleted
    undelete: async () => {},
    async *list(folder) {
      // one that nothing was ever stored in
      const entries = await opendir(pathOf(folder)).catch(gone);
      for await (const entry of entries ?? []) {
        if (!entry.isFile()) continue;
        // Moving a file into place changes only its ctime: a film whose upload took a day is not old when it is kept.
        const stats = await stat(join(root, folder, entry.name)).catch(gone);
        if (stats) yield { filename: entry.name, changedAt: Math.max(stats.mtimeMs, stats.ctimeMs) };
      }
    },
    async withPath(name, work) {
      await stat(pathOf(name)).catch(missing(name));
      return work(pathOf(name));
    },
    check: async () => void (await freeSpace(root)),
  };
}

const missing = (name: string) => (error: NodeJS.ErrnoException) => {
  throw error.code === 'ENOENT' ? new FileMissing(name, { cause: error }) : error;
};

/** Another sweep, or the file's own request, may have removed it after the listing. */
function gone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
