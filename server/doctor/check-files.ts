import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { folders, isEncryptedAtRest, isStoredName } from '../platform/files/folders.ts';
import { openContent } from '../platform/files/open-file.ts';
import type { FileStore } from '../platform/files/stores/file-store.ts';
import { folderStore } from '../platform/files/stores/folder-store.ts';
import { type Finding, fine, reasonOf, wrong } from './finding.ts';

/** Whether files can be stored, read in part and deleted, and whether those that are encrypted can be read. */
export async function checkFiles({ dataDir, secrets }: Pick<Config, 'dataDir' | 'secrets'>): Promise<Finding[]> {
  const root = join(dataDir, 'files');
  try {
    await mkdir(root, { recursive: true, mode: 0o700 });
    const store = folderStore(root, []);
    return [await writing(store, root), await decrypting(store, secrets.vault)];
  } catch (error) {
    return [noFileStored(root, error)];
  }
}

const noFileStored = (root: string, error: unknown) =>
  wrong(
    `No file can be stored: ${reasonOf(error)}.`,
    `Let the program’s user own ${root}, on a disk that can be written.`,
  );

async function writing(store: FileStore, root: string): Promise<Finding> {
  const name = `.doctor-${randomBytes(6).toString('hex')}`;
  const path = join(root, `${name}.new`);
  try {
    const content = randomBytes(100_000);
    await writeFile(path, content, { flush: true, mode: 0o600 });
    await store.put(name, path);
    const range = await readRange(store, name, { at: 50_000, length: 1000 });
    await store.remove(name);
    return range.equals(content.subarray(50_000, 51_000))
      ? fine('Files are written, read in part and deleted')
      : wrong(`${root} returns other bytes than were written.`, 'Check the disk, or the network folder.');
  } catch (error) {
    return noFileStored(root, error);
  }
}

async function readRange(store: FileStore, name: string, { at, length }: { at: number; length: number }) {
  const stored = await store.open(name);
  try {
    const range = Buffer.alloc(length);
    return range.subarray(0, await stored.read(range, at));
  } finally {
    await stored.close();
  }
}

async function decrypting(store: FileStore, secret: string): Promise<Finding> {
  const name = await someDocument(store);
  if (name === undefined) return fine('No identity document yet');
  const file = await openContent(await store.open(name), { secret, name });
  try {
    await buffer(file.stream(0, 0));
    return fine('Identity documents can be read');
  } catch (error) {
    return wrong(
      `Identity documents cannot be read: ${reasonOf(error)}.`,
      'Set VAULT_SECRET, or DATA_DIR/secrets/vault, to the secret from before: it is in every backup.',
    );
  }
}

/** The folder and name of any file that is encrypted at rest; undefined if there is none. */
async function someDocument(store: FileStore): Promise<string | undefined> {
  for (const folder of folders.filter(isEncryptedAtRest)) {
    try {
      for await (const { filename } of store.list(folder)) if (isStoredName(filename)) return `${folder}/${filename}`;
    } catch (error) {
      // a folder that was never needed
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return undefined;
}
