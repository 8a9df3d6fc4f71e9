import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { folders, isEncryptedAtRest, isStoredName } from '../platform/files/folders.ts';
import { openFile } from '../platform/files/open-file.ts';
import { type Finding, fine, reasonOf, wrong } from './finding.ts';

/** Whether files can be stored, read in part and deleted, and whether those that are encrypted can be read. */
export const checkFiles = async ({ dataDir, secrets }: Pick<Config, 'dataDir' | 'secrets'>): Promise<Finding[]> => [
  await writing(join(dataDir, 'files')),
  await decrypting(join(dataDir, 'files'), secrets.vault),
];

async function writing(folder: string): Promise<Finding> {
  const file = join(folder, `.doctor-${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const content = randomBytes(100_000);
    await writeFile(file, content, { flush: true, mode: 0o600 });
    const range = await readRange(file, { at: 50_000, length: 1000 });
    await rm(file);
    return range.equals(content.subarray(50_000, 51_000))
      ? fine('Files are written, read in part and deleted')
      : wrong(`${folder} returns other bytes than were written.`, 'Check the disk, or the network folder.');
  } catch (error) {
    return wrong(
      `No file can be stored: ${reasonOf(error)}.`,
      `Let the program’s user own ${folder}, on a disk that can be written.`,
    );
  }
}

async function readRange(file: string, { at, length }: { at: number; length: number }): Promise<Buffer> {
  const handle = await open(file);
  try {
    const read = await handle.read(Buffer.alloc(length), 0, length, at);
    return read.buffer.subarray(0, read.bytesRead);
  } finally {
    await handle.close();
  }
}

async function decrypting(root: string, secret: string): Promise<Finding> {
  const name = await someDocument(root);
  if (name === undefined) return fine('No identity document yet');
  const file = await openFile(join(root, name), { secret, name });
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
async function someDocument(root: string): Promise<string | undefined> {
  for (const folder of folders.filter(isEncryptedAtRest)) {
    const names = await readdir(join(root, folder)).catch(() => []);
    const name = names.find(isStoredName);
    if (name !== undefined) return `${folder}/${name}`;
  }
  return undefined;
}
