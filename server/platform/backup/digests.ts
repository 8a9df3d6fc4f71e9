import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf } from '../files/write-file.ts';
import { CannotRestore } from './load-database.ts';

/** The digests of all files of a backup but the manifest, in the format of `sha256sum -c`. */
export const DIGESTS_FILE = 'SHA256SUMS';

/** Reports a read error in one line, as a fault of the backup. */
export function asRefusal(error: Error): never {
  throw new CannotRestore(`The backup cannot be read: ${error.message}`, { cause: error });
}

/**
 * The digests in a backup, by the names of its files.
 *
 * @returns `sums`: the digest of the digests, which the manifest has too.
 * @throws CannotRestore when they cannot be read.
 */
export async function readDigests(backup: string): Promise<{ digests: Map<string, string>; sums: string }> {
  const text = await readFile(join(backup, DIGESTS_FILE), 'utf8').catch(asRefusal);
  const lines = text.split('\n').filter((line) => line !== '');
  const digests = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  return { digests, sums: createHash('sha256').update(text).digest('hex') };
}

/**
 * Opens a file of the backup itself. A link would copy any file of this machine that it points to, and reading a pipe
 * or a device may never end.
 *
 * @throws CannotRestore for what is not a plain file.
 */
export async function openPlain(backup: string, name: string): Promise<FileHandle> {
  const [root, path] = await Promise.all([realpath(backup), realpath(join(backup, name))]).catch(asRefusal);
  // Checked before it is opened: opening a pipe waits for a writer.
  const isPlain = path === join(root, name) && (await stat(path).catch(asRefusal)).isFile();
  if (!isPlain) throw new CannotRestore(`The backup is damaged: ${name} is no plain file in it.`);
  return open(path).catch(asRefusal);
}

/** The digest of a file as it is in the backup. @throws CannotRestore when it cannot be read */
export async function digestOf(backup: string, name: string): Promise<string> {
  const file = await openPlain(backup, name);
  return hashOf(file.createReadStream()).catch(asRefusal);
}

/** The refusal of a backup in which a file is not what its digest says. */
export const damaged = (name: string) => new CannotRestore(`The backup is damaged: ${name} is not what it was.`);
