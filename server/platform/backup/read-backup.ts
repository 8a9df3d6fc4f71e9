import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { readMarker } from '../academy-id/marker.ts';
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
 * and the folders that the doctor has made for its probes.
 */
const made = new Set(['secrets', 'database', 'files']);
/** The entries that the folder of stored files may have. */
const madeInFiles: ReadonlySet<string> = new Set([...folders, '.incoming', '.uploads']);

type OpenStore = () => FileStore;

/**
 * Copies a backup's files and keys into an unused data folder, and the stored files to where the academy's files are.
 * Each is checked against its digest. Keys that were created for the empty folder are replaced by those of the backup.
 *
 * @param open opens the store of the academy's files: the folder in the data folder if there is no other.
 * @returns what was restored, and `undo`, which removes it when the rest of the restore fails.
 * @throws CannotRestore for a folder or a bucket in use, and when something is missing, damaged or without a digest;
 *   the copied files are removed then
 */
export async function restoreFiles(
  backup: string,
  dataDir: string,
  open: OpenStore = () => folderStore(join(dataDir, 'files'), folders),
): Promise<BackupSize & { undo: () => Promise<void> }> {
  const inUse = (await readdir(dataDir)).find((name) => !made.has(name));
  const marker = await readMarker(dataDir);
  if (marker)
    throw new CannotRestore(
      `${dataDir} belongs to the academy ${marker.academy} already: a backup is restored into an empty folder.`,
    );
  if (inUse) throw new CannotRestore(`${dataDir} holds ${inUse} already: a backup is restored into an empty folder.`);
  const { digests } = await readDigests(backup);
  if ((await digestOf(backup, DUMP_FILE)) !== digests.get(DUMP_FILE)) throw damaged(DUMP_FILE);
  digests.delete(DUMP_FILE);
  const local = join(dataDir, 'files');
  const wasThere = existsSync(local);
  const store = open();
  try {
    for (const place of [store, folderStore(local, [])]) await requireEmpty(place);
    const unknown = existsSync(local) && (await readdir(local)).find((name) => !madeInFiles.has(name));
    if (unknown) throw new CannotRestore(`${local} holds ${unknown}: move it away. A failed restore would delete it.`);
  } catch (error) {
    // what opening the store has made
    if (!wasThere) await rm(local, { recursive: true, force: true });
    throw error;
  }
  await rm(join(dataDir, 'secrets'), { recursive: true, force: true });
  const size = { files: 0, bytes: 0 };
  // by the names that were read: the backup may be what has failed
  const undo = () => removeRestored(digests.keys(), dataDir, store);
  try {
    for (const [name, digest] of digests) {
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
  } catch (error) {
    await undo();
    throw error;
  }
  return { ...size, undo };
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
 * the database.
 */
async function removeRestored(names: Iterable<string>, dataDir: string, store: FileStore): Promise<void> {
  for (const name of names) {
    const storedName = storedNameOf(name);
    if (storedName) await store.remove(storedName);
  }
  const copied = (await readdir(dataDir)).filter((name) => name !== 'database');
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
