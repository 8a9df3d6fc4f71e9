import type { Db } from '../db/database.ts';
import { sqlState } from '../db/database-error.ts';
import { mostInADay, noteMassDeletion } from '../deletions/mass-deletion.ts';
import type { Files } from './files.ts';
import { isInUse } from './files-in-use.ts';
import type { Folder } from './folders.ts';
import { countQuarantined, mostToGoInADay, noteQuarantine, type Quarantined, quarantineDays } from './quarantine.ts';
import { keptHours } from './resumable-uploads.ts';
import { sweepFolder } from './sweep-folder.ts';
import { sweepUploads } from './uploads/open-uploads.ts';

const day = 24 * 3600 * 1000;

/** The number of files of each kind that a sweep deleted, and of those that it kept in quarantine. */
export type Swept = {
  incoming: number;
  uploads: number;
  withoutRow: number;
  markedDeleted: number;
  kept: Quarantined;
  /** How many of how many files would be deleted in a day; null unless that waits for an administrator. */
  waiting: { files: number; of: number } | null;
};

/**
 * Deletes unused files: received files that were not kept within a day (because the program ended), uploads without a
 * new chunk for a day, probes that a killed process has left, and files that were in quarantine for 30 days: without a
 * row (because their transaction failed, or the database is another one), or marked as deleted. A file that a row in
 * use names is never deleted. While more files than `mostInADay` would go in a day, none goes from the quarantine but
 * those that an administrator has allowed. It may run at the same time as uploads and other sweeps.
 */
export async function sweepFiles(db: Db, files: Files): Promise<Swept> {
  const now = files.clock();
  const incoming = await sweepFolder(files.incoming, now.getTime() - day);
  const uploads = await sweepUploads(db, files, now.getTime() - keptHours * 3600 * 1000);
  const { total, probes } = await noteQuarantine(db, files, now);
  for (const name of probes) await files.store.remove(name);
  const most = await mostToGoInADay(db, now);
  const waits = most > mostInADay(total);
  await noteMassDeletion(db, 'files', { waiting: waits ? most : 0, total, now });
  const deleted = await deleteQuarantined(db, files, { now, allowedAlone: waits });
  const kept = await countQuarantined(db);
  return { incoming, uploads, ...deleted, kept, waiting: waits ? { files: most, of: total } : null };
}

const batch = 500;

type StoredName = { folder: string; filename: string };

/** Deletes the files whose time in quarantine is over, each with its row and its note. */
async function deleteQuarantined(db: Db, files: Files, { now, allowedAlone }: { now: Date; allowedAlone: boolean }) {
  const before = new Date(now.getTime() - quarantineDays * day);
  const deleted = { withoutRow: 0, markedDeleted: 0 };
  let last: StoredName | undefined;
  do {
    const due = await db
      .selectFrom('quarantinedFile')
      .select(['folder', 'filename', 'hasRow'])
      .where('since', '<', before)
      .where('inUse', '=', false)
      .$if(allowedAlone, (notes) => notes.where('isAllowed', '=', true))
      .$if(last !== undefined, (notes) =>
        notes.where((e) => e(e.refTuple('folder', 'filename'), '>', e.tuple(last?.folder ?? '', last?.filename ?? ''))),
      )
      .orderBy('folder')
      .orderBy('filename')
      .limit(batch)
      .execute();
    for (const { hasRow, ...place } of due)
      if (await deleteFile(db, files, { ...place, hasRow, before }))
        deleted[hasRow ? 'markedDeleted' : 'withoutRow'] += 1;
    last = due.at(-1);
  } while (last !== undefined);
  if (!allowedAlone) await deleteRowsWithoutFile(db, before);
  return deleted;
}

/** Looks at the row once more, since it may have changed after the file was noted. Returns whether it was deleted. */
async function deleteFile(
  db: Db,
  files: Files,
  { folder, filename, hasRow, before }: StoredName & { hasRow: boolean; before: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('storedFile')
    .select((e) => ['id', e.and([e('deletedAt', '<', before), e.not(isInUse())]).as('isDue')])
    .where('folder', '=', folder)
    .where('filename', '=', filename)
    .executeTakeFirst();
  if (row ? !(hasRow && row.isDue) : hasRow) return false;
  // The file is removed first: a row without a file is removed by the next sweep.
  await files.store.remove(`${folder}/${filename}`);
  if (row) await deleteRow(db, row.id);
  await db.deleteFrom('quarantinedFile').where('folder', '=', folder).where('filename', '=', filename).execute();
  return true;
}

const marked = (db: Db) =>
  db
    .selectFrom('storedFile')
    .select(['id', 'folder', 'filename'])
    .where('deletedAt', 'is not', null)
    .where((e) => e.not(isInUse()));

/** Deletes the rows of deleted files that a killed sweep, or a row that referred to them then, has left. */
async function deleteRowsWithoutFile(db: Db, before: Date): Promise<void> {
  const rows = marked(db)
    .where('deletedAt', '<', before)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('quarantinedFile as note')
            .whereRef('note.folder', '=', 'storedFile.folder')
            .whereRef('note.filename', '=', 'storedFile.filename'),
        ),
      ),
    );
  for (const { id } of await rows.execute()) await deleteRow(db, id);
}

/**
 * Removes a person's files that are marked as deleted, without the retention period for mistakes; not those that a row
 * in use names.
 */
export async function removeMarkedFilesOf(db: Db, files: Files, ownerId: string): Promise<void> {
  for (const { id, folder, filename } of await marked(db).where('ownerId', '=', ownerId).execute()) {
    await files.remove({ folder: folder as Folder, filename });
    await deleteRow(db, id);
  }
}

const foreignKeyViolation = '23503';

/** A row to which other rows still refer, such as that of a watched film, is kept without its file. */
async function deleteRow(db: Db, id: string): Promise<void> {
  try {
    await db.deleteFrom('storedFile').where('id', '=', id).execute();
  } catch (error) {
    if (sqlState(error) !== foreignKeyViolation) throw error;
  }
}
