import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Folder } from '../folders.ts';
import type { FileStore } from './file-store.ts';

/** A file that was stored only to see what happens to it. */
export type Probe = { name: string; content: Buffer };

/** The name of a probe. One that a killed process has left is deleted by the sweep, and before a restore. */
const probeName = /^\.probe-[0-9a-f]{12}$/;
export const isProbe = (filename: string): boolean => probeName.test(filename);

/**
 * Stores a file of random bytes, runs work with it, and removes it, whatever happens.
 *
 * @param scratch a local folder for the file on its way.
 * @param folder where in the store it is put. Its name is not that of a stored file.
 */
export async function withProbe<T>(
  store: FileStore,
  { scratch, folder, sizeBytes }: { scratch: string; folder: Folder; sizeBytes: number },
  work: (probe: Probe) => Promise<T>,
): Promise<T> {
  const filename = `.probe-${randomBytes(6).toString('hex')}`;
  const name = `${folder}/${filename}`;
  const path = join(scratch, filename);
  const content = randomBytes(sizeBytes);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, content, { flush: true, mode: 0o600 });
    await store.put(name, path);
    return await work({ name, content });
  } finally {
    await rm(path, { force: true });
    await store.remove(name);
  }
}
