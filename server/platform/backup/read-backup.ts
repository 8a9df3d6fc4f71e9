import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { writeFile as writeNew } from '../files/write-file.ts';
import { CannotRestore } from './load-database.ts';
import { type BackupSize, DATA_FOLDER, DIGESTS_FILE, DUMP_FILE, isCopied } from './write-backup.ts';

/**
 * The entries that an unused data folder may have: the keys that were created by configuring it, and an empty database.
 */
const made = new Set(['secrets', 'database']);

/**
 * Copies a backup's files, keys and database dump into an unused data folder, and checks each against its digest. Keys
 * that were created for the empty folder are replaced by those of the backup.
 *
 * @throws CannotRestore for a folder in use, and when something is missing, damaged or without a digest; the copied
 * files are removed then
 */
export async function restoreFiles(backup: string, dataDir: string): Promise<BackupSize> {
  const inUse = (await readdir(dataDir)).find((name) => !made.has(name));
  if (inUse) throw new CannotRestore(`${dataDir} holds ${inUse} already: a backup is restored into an empty folder.`);
  const digests = await digestsOf(backup);
  if ((await digestOf(backup, DUMP_FILE)) !== digests.get(DUMP_FILE)) throw damaged(DUMP_FILE);
  digests.delete(DUMP_FILE);
  await rm(join(dataDir, 'secrets'), { recursive: true, force: true });
  const size = { files: 0, bytes: 0 };
  try {
    for (const [name, digest] of digests) {
      const path = placeOf(name, dataDir);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const source = await openPlain(backup, name);
      const written = await writeNew(source.createReadStream(), path);
      if (written.sha256 !== digest) throw damaged(name);
      size.files += 1;
      size.bytes += written.sizeBytes;
    }
  } catch (error) {
    await emptyDataFolder(dataDir);
    throw error;
  }
  return size;
}

/** Removes the copied files from a data folder: everything but the database. */
export async function emptyDataFolder(dataDir: string): Promise<void> {
  const copied = (await readdir(dataDir)).filter((name) => name !== 'database');
  await Promise.all(copied.map((name) => rm(join(dataDir, name), { recursive: true })));
}

const damaged = (name: string) => new CannotRestore(`The backup is damaged: ${name} is not what it was.`);

/** Reports a read error in one line, as a fault of the backup. */
function asRefusal(error: Error): never {
  throw new CannotRestore(`The backup cannot be read: ${error.message}`, { cause: error });
}

async function digestsOf(backup: string): Promise<Map<string, string>> {
  const text = await readFile(join(backup, DIGESTS_FILE), 'utf8').catch(asRefusal);
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** @throws CannotRestore for a name that would lead out of the data folder, or that a backup cannot include */
function placeOf(name: string, dataDir: string): string {
  const path = name.slice(DATA_FOLDER.length + 1);
  if (name.startsWith(`${DATA_FOLDER}/`) && isCopied(path)) return join(dataDir, path);
  throw new CannotRestore(`The backup names a file outside of itself: ${name}`);
}

/**
 * Opens a file of the backup itself. A link would copy any file of this machine that it points to, and reading a pipe
 * or a device may never end.
 */
async function openPlain(backup: string, name: string): Promise<FileHandle> {
  const [root, path] = await Promise.all([realpath(backup), realpath(join(backup, name))]).catch(asRefusal);
  // Checked before it is opened: opening a pipe waits for a writer.
  const isPlain = path === join(root, name) && (await stat(path).catch(asRefusal)).isFile();
  if (!isPlain) throw new CannotRestore(`The backup is damaged: ${name} is no plain file in it.`);
  return open(path).catch(asRefusal);
}

async function digestOf(backup: string, name: string): Promise<string> {
  const file = await openPlain(backup, name);
  const hash = createHash('sha256');
  for await (const chunk of file.createReadStream()) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * The maximum length of a row in characters. The largest row that the program writes, a table of people to be
 * confirmed, has a few million.
 */
const longestLine = 64 * 2 ** 20;

/** The lines of a backup's dump, the head first. @throws CannotRestore when it cannot be decompressed */
export async function* dumpLines(backup: string): AsyncGenerator<string> {
  const file = await openPlain(backup, DUMP_FILE);
  const unzipped = createGunzip().setEncoding('utf8');
  // an error of either stream reaches the reader
  pipeline(file.createReadStream(), unzipped, () => {});
  let rest = '';
  try {
    for await (const text of unzipped as AsyncIterable<string>) {
      const [first = '', ...others] = text.split('\n');
      rest += first;
      if (rest.length > longestLine) throw new CannotRestore('The backup is damaged: one of its rows has no end.');
      for (const line of others) {
        yield rest;
        rest = line;
      }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) asRefusal(error);
    throw error;
  }
  if (rest !== '') yield rest;
}
