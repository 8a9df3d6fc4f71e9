import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DecryptionFailed } from './encrypted-file.ts';
import { folders, isStoredName } from './folders.ts';
import { openContent } from './open-file.ts';
import { bytesOf, type FileStore, ifMissing } from './stores/file-store.ts';
import { hashOf, writeFile } from './write-file.ts';

/** What the row of a stored file says of its content. */
export type Row = { sizeBytes: number; sha256: string };
/** Finds the row of a file by its folder and name. */
export type FindRow = (folder: string, filename: string) => Promise<Row | undefined>;

/** What a move has done: the files moved and their bytes, those that others have removed meanwhile, and what is left. */
export type Moved = {
  files: number;
  bytes: number;
  /** Files without a row, which the program removes after a day. */
  withoutRow: number;
  /** Files whose content is not what their row says: they stay where they are. */
  damaged: string[];
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

/**
 * Moves the academy's files from one place to another, while programs run that know both places. A file is copied, read
 * from its new place, compared with the size and SHA-256 of its row, and only then removed from the old one. What is left
 * in the old place is what is left to be moved, so that a move that was ended goes on.
 *
 * @throws the error of a store that is not available for longer than calls are tried again.
 */
export async function moveFiles(move: Move): Promise<Moved> {
  const moved: Moved = { files: 0, bytes: 0, withoutRow: 0, damaged: [] };
  for (const folder of folders)
    for await (const { filename } of move.from.list(folder)) {
      if (!isStoredName(filename)) continue;
      const row = await move.rowOf(folder, filename);
      if (!row) moved.withoutRow += 1;
      else await moveOne(move, `${folder}/${filename}`, row, moved);
      move.onFile?.(moved);
    }
  return moved;
}

async function moveOne({ from, to, vault, scratch }: Move, name: string, row: Row, moved: Moved): Promise<void> {
  // it was copied before, by a move that was ended
  if (!(await isSound(to, name, { vault, row }))) {
    if (!(await isSound(from, name, { vault, row }))) {
      // else it was removed by the program meanwhile
      if (await isThere(from, name)) moved.damaged.push(name);
      return;
    }
    const path = join(scratch, randomUUID());
    try {
      await copy(from, name, path);
      await to.put(name, path);
    } finally {
      await rm(path, { force: true });
    }
    if (!(await isSound(to, name, { vault, row }))) throw new Error(`${name} was stored, and is read otherwise`);
  }
  await from.remove(name);
  moved.files += 1;
  moved.bytes += row.sizeBytes;
}

async function copy(from: FileStore, name: string, path: string): Promise<void> {
  const stored = await from.open(name);
  try {
    await writeFile(bytesOf(stored, { first: 0, last: stored.sizeBytes - 1 }), path);
  } finally {
    await stored.close();
  }
}

async function isThere(store: FileStore, name: string): Promise<boolean> {
  const stored = await store.open(name).catch(ifMissing);
  await stored?.close();
  return stored !== undefined;
}

/** Whether a store has a file with the content that its row states. */
export async function isSound(
  store: FileStore,
  name: string,
  { vault, row }: { vault: string; row: Row },
): Promise<boolean> {
  const stored = await store.open(name).catch(ifMissing);
  if (!stored) return false;
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
