import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { readMarker } from '../academy-id/marker.ts';
import { RESTORING } from '../academy-id/restoring.ts';
import { folders } from '../files/folders.ts';
import type { FileStore } from '../files/stores/file-store.ts';
import { folderStore } from '../files/stores/folder-store.ts';
import { isProbe } from '../files/stores/probe.ts';
import { allNames } from '../files/stores/stored-names.ts';
import { writeFile as writeNew } from '../files/write-file.ts';
import { asRefusal, damaged, digestOf, openPlain, readDigests } from './digests.ts';
import { CannotRestore } from './load-database.ts';
import { type BackupSize, DATA_FOLDER, DUMP_FILE, FILES_FOLDER, isCopied } from './write-backup.ts';

/**
 * The entries that an unused data folder may have: the secrets that were created by configuring it, an empty database,
 * the folders that the doctor has made for its probes, and the note of this restore.
 */
const made = new Set(['secrets', 'database', 'files', RESTORING]);
/** The entries that the folder of stored files may have. */
const madeInFiles: ReadonlySet<string> = new Set([...folders, '.incoming', '.uploads']);

type OpenStore = () => FileStore;

/** Thrown when a restore has failed and what it has copied could not be removed: it can be begun again. */
export class LeftBehind extends Error {}

type Restored = BackupSize & { undo: () => Promise<void> };

type Target = {
  /** Opens the store of the academy's files: the folder in the data folder if there is no other. */
  open?: OpenStore;
  /** Whether an earlier restore of this backup was killed here: what it has copied is removed first. */
  wasKilled?: boolean;
  /** Is awaited once all places were found empty, before the first change. */
  onEmpty?: () => Promise<void>;
};

/**
 * Copies a backup's files and keys into an unused data folder, and the stored files to where the academy's files are.
 * Each is checked against its digest. Keys that were created for the empty folder are replaced by those of the backup.
 *
 * @returns what was restored, and `undo`, which removes it when the rest of the restore fails.
 * @throws CannotRestore for a folder or a bucket in use, and when something is missing, damaged or without a digest;
 *   the copied files are removed then. LeftBehind if they cannot be removed
 */
export async function restoreFiles(
  backup: string,
  dataDir: string,
  {
    open = () => folderStore(join(dataDir, 'files'), folders),
    wasKilled = false,
    onEmpty = async () => {},
  }: Target = {},
): Promise<Restored> {
  if (!wasKilled) await requireUnused(dataDir);
  const { digests } = await readDigests(backup);
  if ((await digestOf(backup, DUMP_FILE)) !== digests.get(DUMP_FILE)) throw damaged(DUMP_FILE);
  digests.delete(DUMP_FILE);
  if (wasKilled) {
    await removeRestored(digests.keys(), dataDir, open());
    await requireUnused(dataDir);
  }
  const store = await openEmpty(dataDir, open);
  await onEmpty();
  await rm(join(dataDir, 'secrets'), { recursive: true, force: true });
  // by the names that were read: the backup may be what has failed
  const undo = () =>
    removeRestored(digests.keys(), dataDir, store).catch((cause: Error) => {
      throw new LeftBehind(`${cause.message}. A part of the backup is left: enter the command again.`, { cause });
    });
  try {
    return { ...(await copyFiles(backup, digests, { dataDir, store })), undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

/** @throws CannotRestore for a data folder with anything but what an empty one may have. */
export async function requireUnused(dataDir: string): Promise<void> {
  const marker = await readMarker(dataDir);
  if (marker)
    throw new CannotRestore(
      `${dataDir} belongs to the academy ${marker.academy} already: a backup is restored into an empty folder.`,
    );
  const inUse = (await readdir(dataDir)).find((name) => !made.has(name));
  if (inUse) throw new CannotRestore(`${dataDir} holds ${inUse} already: a backup is restored into an empty folder.`);
}

/** Opens the store of the academy's files. @throws CannotRestore for one with files */
async function openEmpty(dataDir: string, open: OpenStore): Promise<FileStore> {
  const local = join(dataDir, 'files');
  const wasThere = existsSync(local);
  const store = open();
  try {
    for (const place of [store, folderStore(local, [])]) await requireEmpty(place);
    const unknown = existsSync(local) && (await readdir(local)).find((name) => !madeInFiles.has(name));
    if (unknown) throw new CannotRestore(`${local} holds ${unknown}: move it away. A failed restore would delete it.`);
    return store;
  } catch (error) {
    // what opening the store has made
    if (!wasThere) await rm(local, { recursive: true, force: true });
    throw error;
  }
}

const isSecret = (name: string) => name.startsWith(`${DATA_FOLDER}/secrets/`);

async function copyFiles(
  backup: string,
  digests: ReadonlyMap<string, string>,
  { dataDir, store }: { dataDir: string; store: FileStore },
): Promise<BackupSize> {
  const size = { files: 0, bytes: 0 };
  // secrets before keys, beside which a program that starts refuses to make others
  const inOrder = [...digests].sort(([a], [b]) => Number(isSecret(b)) - Number(isSecret(a)));
  for (const [name, digest] of inOrder) {
    const storedName = storedNameOf(name);
    const path = storedName ? join(dataDir, 'files', '.incoming', randomUUID()) : placeOf(name, dataDir);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const source = await openPlain(backup, name);
    const written = await writeNew(source.createReadStream(), path);
    if (written.sha256 !== digest) throw damaged(name);
    if (storedName) await store.put(storedName, path);
    size.files += 1;
    size.bytes += written.sizeBytes;
  }
  return size;
}

/** The bytes of the files of a backup that come into the data folder. */
export async function bytesOfFiles(backup: string, { isFolder }: { isFolder: boolean }): Promise<number> {
  const { digests } = await readDigests(backup);
  let bytes = 0;
  for (const name of digests.keys()) {
    if (name === DUMP_FILE || (storedNameOf(name) && !isFolder)) continue;
    const file = await openPlain(backup, name);
    bytes += (await file.stat()).size;
    await file.close();
  }
  return bytes;
}

/** Deletes the probes that killed commands have left. @throws CannotRestore for any other file */
async function requireEmpty(store: FileStore): Promise<void> {
  for await (const { filename, name } of allNames(store)) {
    if (!isProbe(filename))
      throw new CannotRestore(
        `There are files already, such as ${name}: a backup is restored where there are none. Set FILES to an empty ` +
          'bucket, or to another prefix in this one.',
      );
    await store.remove(name);
  }
}

/** The name of a stored file by its name in a backup; undefined for other files. */
function storedNameOf(name: string): string | undefined {
  const [folder, filename, ...more] = name.startsWith(`${FILES_FOLDER}/`)
    ? name.slice(FILES_FOLDER.length + 1).split('/')
    : [];
  const isStored = filename !== undefined && more.length === 0 && folders.some((one) => one === folder);
  return isStored && isCopied(`files/${folder}/${filename}`) ? `${folder}/${filename}` : undefined;
}

/**
 * Removes what was restored: the stored files of the backup, and from the data folder, which was unused, everything but
 * the database and the note of the restore.
 */
async function removeRestored(names: Iterable<string>, dataDir: string, store: FileStore): Promise<void> {
  for (const name of names) {
    const storedName = storedNameOf(name);
    if (storedName) await store.remove(storedName);
  }
  const copied = (await readdir(dataDir)).filter((name) => name !== 'database' && name !== RESTORING);
  await Promise.all(copied.map((name) => rm(join(dataDir, name), { recursive: true })));
}

/** @throws CannotRestore for a name that would lead out of the data folder, or that a backup cannot include */
function placeOf(name: string, dataDir: string): string {
  const path = name.slice(DATA_FOLDER.length + 1);
  if (name.startsWith(`${DATA_FOLDER}/`) && isCopied(path)) return join(dataDir, path);
  throw new CannotRestore(`The backup names a file outside of itself: ${name}`);
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
