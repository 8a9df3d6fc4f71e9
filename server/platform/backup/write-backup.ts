import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, opendir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { RESTORING } from '../academy-id/restoring.ts';
import { LAST_SWEEP_FILE } from '../files/last-sweep.ts';
import { type FileStore, ifMissing as ifRemoved } from '../files/stores/file-store.ts';
import { folderStore } from '../files/stores/folder-store.ts';
import { storedNames } from '../files/stores/stored-names.ts';
import { type Written, writeFile as writeNew } from '../files/write-file.ts';
import { isUnfinishedKey } from '../keys/key-files.ts';
import { syncToDisk } from '../sync-to-disk.ts';
import { DIGESTS_FILE } from './digests.ts';
import { unfinished } from './keep-backups.ts';
import { LAST_BACKUP_FILE } from './last-backup.ts';
import { LAST_NIGHT_FILE, NIGHT_LOCK_FOLDER } from './last-night.ts';
import { type Earlier, linkOrCopy, openEarlier } from './link-unchanged.ts';
import { MANIFEST_FILE, type Manifest } from './manifest.ts';
import { NotedRows } from './noted-rows.ts';

/** The database dump inside a backup. */
export const DUMP_FILE = 'database.jsonl.gz';
export const DATA_FOLDER = 'data';

/**
 * The parts of DATA_DIR that are not copied: the database, which is dumped instead; emails that are written as files
 * without a mail server and deleted after a week; incomplete uploads; what belongs to a running process; and the notes
 * of the last backup, the last night and the last sweep.
 */
const leftOut: ReadonlySet<string> = new Set([
  'database',
  RESTORING,
  'mail',
  'control',
  'files-move',
  LAST_BACKUP_FILE,
  LAST_NIGHT_FILE,
  NIGHT_LOCK_FOLDER,
  LAST_SWEEP_FILE,
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
/** The same, with what the backup is of, what it lacks, and the files that are damaged in the earlier one. */
export type Backup = BackupSize & Pick<Manifest, 'academy' | 'missing' | 'damaged'> & { damagedBefore: string[] };

type Writing = {
  dataDir: string;
  target: string;
  /** An earlier backup on the same disk: a stored file that is in it becomes a link to it, and takes no more space. */
  earlier?: string | undefined;
  /** The places of the stored files, in the order of `openPlaces`; the folder in DATA_DIR if there are no others. */
  stores?: readonly FileStore[];
  /** The secret by which files are encrypted at rest. */
  vault: string;
  clock?: () => Date;
};

/**
 * Writes a backup of a running academy as a new folder: a snapshot of the database first, then keys and files. Files
 * are stored before the rows that refer to them, never change, and stay for weeks after they are deleted. So every file
 * in the dump still exists when it is copied afterwards, except those of people who are erased meanwhile. Each is
 * compared with its row: what is missing or damaged is named in the manifest, and the rest is kept. Keys are copied
 * before the dump as well: one that is replaced meanwhile is deleted, and the dump may name either. The folder gets its
 * name when it is complete.
 *
 * @param startDump begins the dump: the bytes of `dumpDatabase`'s lines; again where files are missing, to see whether
 *   they were deleted meanwhile
 * @throws when `target` exists or is inside `dataDir`, or something else cannot be read or written; nothing is left
 *   behind then
 */
export async function writeBackup(
  {
    dataDir,
    target,
    earlier,
    stores = [folderStore(join(dataDir, 'files'), [])],
    vault,
    clock = () => new Date(),
  }: Writing,
  startDump: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
): Promise<Backup> {
  if (existsSync(target)) throw new Error(`${target} exists already: name a folder that does not.`);
  if (await isInside(target, dataDir))
    throw new Error(`${target} is inside DATA_DIR, ${dataDir}: a backup would be part of the next one. Name another.`);
  const takenAt = clock().toISOString();
  const aside = unfinished(target);
  await mkdir(aside, { recursive: true, mode: 0o700 });
  try {
    const into = new Copies(aside);
    const keys = join(dataDir, 'keys');
    if (existsSync(keys)) await copyData(into, dataDir, filesBelow(dataDir, keys));
    const rows = new NotedRows();
    const dump = await startDump();
    await into.add(DUMP_FILE, (path) => pipeline(rows.through(dump), createGzip(), (zipped) => writeNew(zipped, path)));
    await copyData(into, dataDir, filesBelow(dataDir));
    const damaged: string[] = [];
    const known = earlier === undefined ? undefined : await openEarlier(earlier);
    for (const place of stores) damaged.push(...(await copyStored(into, place, { rows, vault, known })));
    const missing = await rows.missing((name) => into.has(`${FILES_FOLDER}/${name}`), startDump);
    const sums = into.sums();
    await writeFile(join(aside, DIGESTS_FILE), sums, { mode: 0o600, flush: true });
    const { academy } = rows;
    const what = { academy, missing, damaged };
    const manifest: Manifest = { format: 1, takenAt, files: into.size.files, sums: digestOf(sums), ...what };
    const path = join(aside, MANIFEST_FILE);
    await writeFile(path, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600, flush: true });
    await rename(aside, target);
    await syncToDisk(dirname(target), 'folder');
    return { ...into.size, ...what, damagedBefore: known?.damaged ?? [] };
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Whether a path, which need not be there, is inside a folder, or is the folder itself. */
async function isInside(path: string, folder: string): Promise<boolean> {
  let place = resolve(path);
  while (!existsSync(place)) place = dirname(place);
  const way = relative(await realpath(folder), await realpath(place));
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

/** The files of a backup that is being written, with their digests. */
class Copies {
  readonly root: string;
  readonly size: BackupSize = { files: 0, bytes: 0 };
  readonly #digests = new Map<string, string>();

  constructor(root: string) {
    this.root = root;
  }

  /** @param name with `/` between its parts */
  async add(name: string, write: (path: string) => Promise<Written>): Promise<Written> {
    const path = join(this.root, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const written = await write(path);
    await syncToDisk(path, 'file');
    this.#digests.set(name, written.sha256);
    this.size.files += 1;
    this.size.bytes += written.sizeBytes;
    return written;
  }

  has(name: string): boolean {
    return this.#digests.has(name);
  }

  /** In the format of `sha256sum -c`. */
  sums(): string {
    return [...this.#digests].map(([name, digest]) => `${digest}  ${name}\n`).join('');
  }
}

async function copyData(into: Copies, dataDir: string, names: AsyncIterable<string>): Promise<void> {
  for await (const name of names) {
    const copy = `${DATA_FOLDER}/${name.split(sep).join('/')}`;
    const source = into.has(copy) ? undefined : await open(join(dataDir, name)).catch(ifMissing);
    if (source) await into.add(copy, (path) => writeNew(source.createReadStream(), path));
  }
}

/** Copies the stored files of a place. Returns the names of those that are not what their rows say. */
async function copyStored(
  into: Copies,
  place: FileStore,
  { rows, vault, known }: { rows: NotedRows; vault: string; known: Earlier | undefined },
): Promise<string[]> {
  const damaged: string[] = [];
  const copies = folderStore(join(into.root, FILES_FOLDER), []);
  for await (const stored of storedNames(place)) {
    // one that is moved meanwhile may come twice
    const copy = `${FILES_FOLDER}/${stored.name}`;
    if (into.has(copy)) continue;
    try {
      const written = await into.add(copy, (path) =>
        linkOrCopy({ place, name: stored.name, path, copy, earlier: known }),
      );
      if (!(await rows.isSound(stored, copies, { written, vault }))) damaged.push(stored.name);
    } catch (error) {
      // The program deletes files at any time, also while they are read.
      ifRemoved(error);
      await rm(join(into.root, copy), { force: true });
    }
  }
  return damaged;
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
