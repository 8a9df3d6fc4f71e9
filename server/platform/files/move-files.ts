import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DecryptionFailed } from './encrypted-file.ts';
import { folders } from './folders.ts';
import { openContent } from './open-file.ts';
import { copyFile } from './stores/copy-file.ts';
import { FileMissing, type FileStore, ifMissing, type StoredBytes } from './stores/file-store.ts';
import { folderStore } from './stores/folder-store.ts';
import { withProbe } from './stores/probe.ts';
import { storedNames } from './stores/stored-names.ts';
import { hashOf } from './write-file.ts';

/** What the row of a stored file says of its content, and whether the file is marked as deleted. */
export type Row = { sizeBytes: number; sha256: string; isDeleted: boolean };
/** Finds the row of a file by its folder and name. */
export type FindRow = (folder: string, filename: string) => Promise<Row | undefined>;

/** What a move has done so far. */
export type Moved = {
  /** The files moved, and the bytes of their contents. */
  files: number;
  bytes: number;
  /** Files without a row, which the program removes after a day. */
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
export class SamePlace extends Error {
  override name = 'SamePlace';
}

/**
 * Moves the academy's files from one place to another, while programs run that know both places. A file is read once from
 * the old place, compared with the size and SHA-256 of its row, stored, read back from the new place, compared again, and
 * only then removed from the old one. What is left in the old place is what is left to be moved, so an interrupted move is
 * continued by another one.
 *
 * @throws SamePlace before anything is moved, if a file stored in the new place appears in the old one: removing it there
 *   would delete the only copy.
 * @throws the error of a store that is not available for longer than calls are tried again.
 */
export async function moveFiles(move: Move): Promise<Moved> {
  await demandApart(move);
  const moved: Moved = { files: 0, bytes: 0, withoutRow: 0, damaged: [], gone: [] };
  for await (const { folder, filename, name } of storedNames(move.from)) {
    const row = await move.rowOf(folder, filename);
    if (!row) moved.withoutRow += 1;
    else {
      const outcome = await moveOne(move, name, row);
      if (outcome === 'moved') {
        moved.files += 1;
        moved.bytes += row.sizeBytes;
      } else moved[outcome].push(name);
    }
    move.onFile?.(moved);
  }
  return moved;
}

/** Each folder is tried, because any of them may be a link to a folder of the other place. */
async function demandApart({ from, to, scratch }: Move): Promise<void> {
  for (const folder of folders)
    await withProbe(to, { scratch, folder, sizeBytes: 16 }, async ({ name }) => {
      const stored = await from.open(name).catch(ifMissing);
      if (!stored) return;
      await stored.close();
      throw new SamePlace('FILES and FILES_ALSO are the same place under two names: nothing was moved.');
    });
}

async function moveOne(move: Move, name: string, row: Row): Promise<'moved' | 'damaged' | 'gone'> {
  const { from, to, vault } = move;
  const by = { name, vault, row };
  // an earlier move may have ended between storing it in the new place and removing it from the old one
  if ((await examine(to, by)) !== 'sound') {
    const copied = await copySound(move, by);
    if (copied === 'damaged') return 'damaged';
    const stored = await examine(to, by);
    // the program has deleted it since it was listed
    if (stored === 'missing') return 'gone';
    if (stored === 'damaged' && copied === 'missing') return 'damaged';
    if (stored === 'damaged') throw new Error(`${name} was stored, but other bytes are read back.`);
  }
  await from.remove(name);
  return 'moved';
}

type Expected = { name: string; vault: string; row: Row };

/** Copies a file to the new place if it is what its row says. The old place is read once: the local copy is examined. */
async function copySound({ from, to, scratch }: Move, by: Expected): Promise<'sound' | 'damaged' | 'missing'> {
  const filename = randomUUID();
  const path = join(scratch, filename);
  try {
    await copyFile(from, by.name, path);
    const local = await folderStore(scratch, []).open(filename);
    if (!(await isSound(local, by))) return 'damaged';
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
