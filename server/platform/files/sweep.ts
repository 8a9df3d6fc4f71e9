import type { Db } from '../db/database.ts';
import { sqlState } from '../db/database-error.ts';
import type { Files } from './files.ts';
import { type Folder, folders, isStoredName } from './folders.ts';
import { keptHours } from './resumable-uploads.ts';
import { isProbe } from './stores/probe.ts';
import { sweepFolder } from './sweep-folder.ts';
import { sweepUploads } from './uploads/open-uploads.ts';

const day = 24 * 3600 * 1000;

/** The number of files of each kind that a sweep removed. */
export type Swept = { incoming: number; uploads: number; withoutRow: number; deleted: number };

/**
 * Removes unused files: received files that were not kept within a day (because the program ended), uploads without a
 * new chunk for a day, kept files that are a day old and have no row (because their transaction failed), probes that a
 * killed process has left, and files that were marked as deleted `keepDeletedDays` ago. It may run at the same time as
 * uploads and other sweeps.
 */
export async function sweepFiles(db: Db, files: Files, { keepDeletedDays = 30 } = {}): Promise<Swept> {
  const now = files.clock().getTime();
  return {
    incoming: await sweepFolder(files.incoming, now - day),
    uploads: await sweepUploads(db, files, now - keptHours * 3600 * 1000),
    withoutRow: await sweepWithoutRow(db, files, now - day),
    deleted: await sweepDeleted(db, files, new Date(now - keepDeletedDays * day)),
  };
}

const batch = 500;

async function sweepWithoutRow(db: Db, files: Files, before: number): Promise<number> {
  let removed = 0;
  const removeStrays = async (folder: Folder, names: readonly string[]) => {
    if (names.length === 0) return;
    const rows = await db
      .selectFrom('storedFile')
      .select('filename')
      .where('folder', '=', folder)
      .where('filename', 'in', names)
      .execute();
    const known = new Set(rows.map(({ filename }) => filename));
    for (const filename of names.filter((name) => !known.has(name))) {
      await files.store.remove(`${folder}/${filename}`);
      removed += 1;
    }
  };
  for (const folder of folders) {
    let names: string[] = [];
    for await (const { filename, changedAt } of files.store.list(folder)) {
      // Files that somebody else put there must not be removed.
      if (changedAt < before && (isStoredName(filename) || isProbe(filename))) names.push(filename);
      if (names.length < batch) continue;
      await removeStrays(folder, names);
      names = [];
    }
    await removeStrays(folder, names);
  }
  return removed;
}

async function sweepDeleted(db: Db, files: Files, before: Date): Promise<number> {
  return removeFiles(db, files, await marked(db).where('deletedAt', '<', before).execute());
}

const marked = (db: Db) =>
  db.selectFrom('storedFile').select(['id', 'folder', 'filename']).where('deletedAt', 'is not', null);

/** Removes a person's files that are marked as deleted, without the retention period for mistakes. */
export async function removeMarkedFilesOf(db: Db, files: Files, ownerId: string): Promise<void> {
  await removeFiles(db, files, await marked(db).where('ownerId', '=', ownerId).execute());
}

type MarkedFile = { id: string; folder: string; filename: string };

async function removeFiles(db: Db, files: Files, rows: readonly MarkedFile[]): Promise<number> {
  let removed = 0;
  for (const { id, folder, filename } of rows) {
    // The file is removed first: a row without a file is removed by the next sweep, while a file without a row stays
    // for a day.
    await files.remove({ folder: folder as Folder, filename });
    removed += await deleteRow(db, id);
  }
  return removed;
}

const foreignKeyViolation = '23503';

/** A row to which other rows still refer, such as that of a watched film, is kept without its file. */
async function deleteRow(db: Db, id: string): Promise<number> {
  try {
    const { numDeletedRows } = await db.deleteFrom('storedFile').where('id', '=', id).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  } catch (error) {
    if (sqlState(error) === foreignKeyViolation) return 0;
    throw error;
  }
}
