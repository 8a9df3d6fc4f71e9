import { randomUUID } from 'node:crypto';
import { copyFile as copyLocal, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DecryptionFailed, encrypted, isPlain } from './encrypted-file.ts';
import { type Folder, folders, isEncryptedAtRest } from './folders.ts';
import { openContent } from './open-file.ts';
import { copyFile } from './stores/copy-file.ts';
import { FileMissing, type FileStore, ifMissing, type StoredBytes } from './stores/file-store.ts';
import { folderStore } from './stores/folder-store.ts';
import { withProbe } from './stores/probe.ts';
import { type StoredName, storedNames } from './stores/stored-names.ts';
import { contentOf, hashOf, replaceFile } from './write-file.ts';

/** The part of a stored file's row that describes its content, and whether the file is marked as deleted. */
export type Row = { sizeBytes: number; sha256: string; isDeleted: boolean };
/** Finds the row of a file by its folder and name. */
export type FindRow = (folder: string, filename: string) => Promise<Row | undefined>;

/** The progress of a move. */
export type Moved = {
  /** The files moved, and the bytes of their contents. */
  files: number;
  bytes: number;
  /** Files without a row, which the program deletes after 30 days. */
  withoutRow: number;
  /** Files whose content is not what their row says: they stay where they are. */
  damaged: string[];
  /** Files that were in neither place when their turn came, because the program deleted them meanwhile. */
  gone: string[];
};

type Move = {
  rowOf: FindRow;
  from: FileStore;
  to: FileStore;
  /** The secret by which files are encrypted at rest. */
  vault: string;
  /** A local folder for the copies on their way. */
  scratch: string;
  onFile?: (moved: Moved) => void;
};

/** Thrown when both places of a move are one, under two names. */
class SamePlace extends Error {
  override name = 'SamePlace';
}

/**
 * Moves the academy's files from one place to another, while programs run that know both places. A file is read once
 * from the old place, compared with the size and SHA-256 of its row, stored, read back from the new place, compared
 * again, and only then removed from the old one. A file about a person that is not encrypted yet, from before there was
 * encryption at rest, is encrypted on the way: the job that encrypts these may have done so in one of the places
 * meanwhile, and its work must not be undone. What is left in the old place is what is left to be moved, so an
 * interrupted move is continued by another one.
 *
 * @throws SamePlace if a file stored in one place appears in the other: removing it from the old place would delete the
 *   only copy. That is tried before anything is moved. A share that is mounted twice may hide it for a while, so the
 *   first removal of each folder is undone and reported where it removes the file from the new place too.
 * @throws the error of a store that is not available for longer than calls are tried again.
 */
export async function moveFiles(move: Move): Promise<Moved> {
  await requireApart(move);
  const moved: Moved = { files: 0, bytes: 0, withoutRow: 0, damaged: [], gone: [] };
  const shownApart = new Set<string>();
  for await (const { folder, filename, name } of storedNames(move.from)) {
    const row = await move.rowOf(folder, filename);
    if (!row) moved.withoutRow += 1;
    else {
      const outcome = await moveOne(move, { folder, filename, name }, { row, isFirst: !shownApart.has(folder) });
      if (outcome === 'moved') {
        shownApart.add(folder);
        moved.files += 1;
        moved.bytes += row.sizeBytes;
      } else if (outcome === 'withoutRow') moved.withoutRow += 1;
      else moved[outcome].push(name);
    }
    move.onFile?.(moved);
  }
  return moved;
}

/** Each folder is tried, because any of them may be a link to a folder of the other place. */
async function requireApart({ from, to, scratch }: Move): Promise<void> {
  for (const [store, other] of [
    [to, from],
    [from, to],
  ] as const)
    for (const folder of folders)
      await withProbe(store, { scratch, folder, sizeBytes: 16 }, async ({ name }) => {
        const stored = await other.open(name).catch(ifMissing);
        if (!stored) return;
        await stored.close();
        throw new SamePlace(`${onePlace}: nothing was moved.`);
      });
}

const onePlace = 'FILES and FILES_ALSO are the same place under two names';

async function moveOne(
  move: Move,
  { folder, filename, name }: StoredName,
  { row, isFirst }: { row: Row; isFirst: boolean },
): Promise<'moved' | 'damaged' | 'gone' | 'withoutRow'> {
  const { from, to, vault, scratch } = move;
  const by = { name, vault, row };
  const isDone = async () => (await examine(to, by)) === 'sound' && !(await isInClear(to, { folder, name }));
  const spare = isFirst ? join(scratch, randomUUID()) : undefined;
  try {
    // an earlier move may have ended between storing it in the new place and removing it from the old one
    if (!(await isDone())) {
      const copied = await copySound(move, { ...by, folder }, spare);
      if (copied === 'damaged') return 'damaged';
      const stored = await examine(to, by);
      // the program has deleted it since it was listed
      if (stored === 'missing') return 'gone';
      if (stored === 'damaged' && copied === 'missing') return 'damaged';
      if (stored === 'damaged') throw new Error(`${name} was stored, but other bytes are read back.`);
    } else if (spare !== undefined) await copyFile(to, name, spare);
    const rowNow = await move.rowOf(folder, filename);
    // Without a row, or marked as deleted, it is still in quarantine while it is in the old place. If it is no longer
    // there, it was deleted while its copy was on the way: that must not bring it back.
    if ((!rowNow || rowNow.isDeleted) && !(await isThere(from, name))) {
      await to.remove(name);
      return 'gone';
    }
    if (!rowNow) {
      await to.remove(name);
      return 'withoutRow';
    }
    await from.remove(name);
    if (spare !== undefined && (await examine(to, by)) === 'missing') {
      await from.put(name, spare);
      throw new SamePlace(`${onePlace}: ${name} was removed from both and is there again. Nothing else was moved.`);
    }
    return 'moved';
  } finally {
    if (spare !== undefined) await rm(spare, { force: true });
  }
}

async function isThere(store: FileStore, name: string): Promise<boolean> {
  const stored = await store.open(name).catch(ifMissing);
  await stored?.close();
  return stored !== undefined;
}

/** Whether a file that is to be encrypted at rest is there and is not. */
async function isInClear(store: FileStore, { folder, name }: Pick<StoredName, 'folder' | 'name'>): Promise<boolean> {
  if (!isEncryptedAtRest(folder)) return false;
  const stored = await store.open(name).catch(ifMissing);
  if (!stored) return false;
  try {
    return await isPlain(stored);
  } finally {
    await stored.close();
  }
}

type Expected = { name: string; vault: string; row: Row };

/**
 * Copies a file to the new place if it is what its row says. The old place is read once: the local copy is examined.
 *
 * @param spare a path at which a local copy stays.
 */
async function copySound(
  { from, to, scratch }: Move,
  { folder, ...by }: Expected & { folder: Folder },
  spare?: string,
): Promise<'sound' | 'damaged' | 'missing'> {
  const filename = randomUUID();
  const path = join(scratch, filename);
  try {
    await copyFile(from, by.name, path);
    const local = folderStore(scratch, []);
    if (!(await isSound(await local.open(filename), by))) return 'damaged';
    const { name, vault } = by;
    if (await isInClear(local, { folder, name: filename }))
      await replaceFile(path, encrypted(contentOf(path), { secret: vault, name }));
    if (spare !== undefined) await copyLocal(path, spare);
    await to.put(by.name, path);
    return 'sound';
  } catch (error) {
    ifMissing(error);
    return 'missing';
  } finally {
    await rm(path, { force: true });
  }
}

/** Whether a store has a file with the content that its row states. It may be deleted while it is read. */
export async function examine(store: FileStore, by: Expected): Promise<'sound' | 'damaged' | 'missing'> {
  try {
    return (await isSound(await store.open(by.name), by)) ? 'sound' : 'damaged';
  } catch (error) {
    if (error instanceof FileMissing) return 'missing';
    throw error;
  }
}

/** Reads an open file to its end, and closes it. */
async function isSound(stored: StoredBytes, { name, vault, row }: Expected): Promise<boolean> {
  try {
    const file = await openContent(stored, { secret: vault, name });
    if (file.sizeBytes !== row.sizeBytes) {
      await file.close();
      return false;
    }
    return (await hashOf(file.stream(0, file.sizeBytes - 1))) === row.sha256;
  } catch (error) {
    if (error instanceof DecryptionFailed) return false;
    throw error;
  }
}
