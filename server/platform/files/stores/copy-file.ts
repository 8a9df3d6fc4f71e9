import { type Written, writeFile } from '../write-file.ts';
import { bytesOf, type FileStore } from './file-store.ts';

/**
 * Copies a stored file, as it is stored, into a new local file.
 *
 * @throws FileMissing, also if the file is deleted while it is read; part of it may be at `path` then.
 */
export async function copyFile(store: Pick<FileStore, 'open'>, name: string, path: string): Promise<Written> {
  const stored = await store.open(name);
  try {
    return await writeFile(bytesOf(stored, { first: 0, last: stored.sizeBytes - 1 }), path);
  } finally {
    await stored.close();
  }
}
