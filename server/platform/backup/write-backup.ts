import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { copyFile } from '../files/stores/copy-file.ts';
import { type FileStore, ifMissing as ifRemoved } from '../files/stores/file-store.ts';
import { folderStore } from '../files/stores/folder-store.ts';
import { storedNames } from '../files/stores/stored-names.ts';
import { type Written, writeFile as writeNew } from '../files/write-file.ts';
import { isUnfinishedKey } from '../keys/key-files.ts';
import { syncToDisk } from '../sync-to-disk.ts';
import { LAST_BACKUP_FILE } from './last-backup.ts';

/** The database dump inside a backup, and the digests of all files in it, in the format of `sha256sum -c`. */
export const DUMP_FILE = 'database.jsonl.gz';
export const DIGESTS_FILE = 'SHA256SUMS';
export const DATA_FOLDER = 'data';

/**
 * The parts of DATA_DIR that are not copied: the database, which is dumped instead; emails that are written as files
 * without a mail server and deleted after a week; incomplete uploads; what belongs to a running process; and the time
 * of the last backup.
 */
const leftOut: ReadonlySet<string> = new Set([
  'database',
  'mail',
  'control',
  'files-move',
  LAST_BACKUP_FILE,
  join('files', '.incoming'),
  join('files', '.uploads'),
]);

/** The folder of stored files in a backup, wherever they are stored. */
export const FILES_FOLDER = `${DATA_FOLDER}/files`;

/**
 * Whether a backup may include a path below DATA_DIR: it is normalised, stays inside the folder, and is not left out.
 *
 * @param path with `/` between its parts
 */
export function isCopied(path: string): boolean {
  const parts = path.split('/');
  const isPlain = parts.every((part) => !['', '.', '..'].includes(part) && !/[\\\0]/.test(part));
  return isPlain && !parts.some((_, i) => leftOut.has(join(...parts.slice(0, i + 1))));
}

/** The size of a backup. */
export type BackupSize = { files: number; bytes: number };

/**
 * Writes a backup of a running academy as a new folder: a snapshot of the database first, then keys and files. Files
 * are stored before the rows that refer to them, never change, and stay for weeks after they are deleted. So every file
 * in the dump still exists when it is copied afterwards, except those of people who are erased meanwhile. Keys are
 * copied before the dump as well: one that is replaced meanwhile is deleted, and the dump may name either. The folder
 * gets its name when it is complete.
 *
 * @param stores the places of the stored files, in the order of `openPlaces`; the folder in DATA_DIR if there are no
 *   others
 * @param startDump begins the dump: the bytes of `dumpDatabase`'s lines
 * @throws when `target` exists, or something cannot be read or written; nothing is left behind then
 */
export async function writeBackup(
  {
    dataDir,
    target,
    stores = [folderStore(join(dataDir, 'files'), [])],
  }: { dataDir: string; target: string; stores?: readonly FileStore[] },
  startDump: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
): Promise<BackupSize> {
  if (existsSync(target)) throw new Error(`${target} exists already: name a folder that does not.`);
  const aside = `${target}.unfinished-${randomBytes(4).toString('hex')}`;
  await mkdir(aside, { recursive: true, mode: 0o700 });
  try {
    const digests: string[] = [];
    const size = { files: 0, bytes: 0 };
    const store = async (name: string, write: (path: string) => Promise<Written>) => {
      const path = join(aside, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const { sha256, sizeBytes } = await write(path);
      await syncToDisk(path, 'file');
      digests.push(`${sha256}  ${name.split(sep).join('/')}\n`);
      size.files += 1;
      size.bytes += sizeBytes;
    };
    const copied = new Set<string>();
    const copyData = async (names: AsyncIterable<string>) => {
      for await (const name of names) {
        const path = join(DATA_FOLDER, name);
        const source = copied.has(path) ? undefined : await open(join(dataDir, name)).catch(ifMissing);
        if (!source) continue;
        await store(path, (copy) => writeNew(source.createReadStream(), copy));
        copied.add(path);
      }
    };
    const keys = join(dataDir, 'keys');
    if (existsSync(keys)) await copyData(filesBelow(dataDir, keys));
    const dump = await startDump();
    await store(DUMP_FILE, (path) => pipeline(dump, createGzip(), (zipped) => writeNew(zipped, path)));
    await copyData(filesBelow(dataDir));
    for (const place of stores)
      for await (const { name } of storedNames(place)) {
        // one that is moved meanwhile may come twice
        const path = `${FILES_FOLDER}/${name}`;
        if (copied.has(path)) continue;
        try {
          await store(path, (copy) => copyFile(place, name, copy));
          copied.add(path);
        } catch (error) {
          // The program deletes files at any time, also while they are read.
          ifRemoved(error);
          await rm(join(aside, path), { force: true });
        }
      }
    await writeFile(join(aside, DIGESTS_FILE), digests.join(''), { mode: 0o600, flush: true });
    await rename(aside, target);
    await syncToDisk(dirname(target), 'folder');
    return size;
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

/** A file that was deleted weeks ago may be removed between listing and copying. */
function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Folders that an administrator may keep elsewhere, behind symbolic links: without them, a backup could not be started.
 */
const keptElsewhere: readonly string[] = ['keys', 'secrets'];

/**
 * The paths of the files to copy beside the stored ones, relative to `root`.
 *
 * @throws for a key or secret behind a symbolic link that leads nowhere
 */
async function* filesBelow(root: string, folder = root): AsyncGenerator<string> {
  for await (const entry of await opendir(folder)) {
    const path = relative(root, join(folder, entry.name));
    if (leftOut.has(path) || path === 'files' || isUnfinishedKey(path)) continue;
    const isFollowed = entry.isSymbolicLink() && keptElsewhere.includes(path.split(sep)[0] ?? '');
    const found = isFollowed ? await targetOf(join(root, path)) : entry;
    if (found.isDirectory()) yield* filesBelow(root, join(folder, entry.name));
    else if (found.isFile()) yield path;
  }
}

const targetOf = (link: string) =>
  stat(link).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${link} is a symbolic link that cannot be followed (${error.code}): nothing was backed up.`);
  });
