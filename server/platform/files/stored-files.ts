import type { Selectable } from 'kysely';
import type { Queryable, Tx } from '../db/database.ts';
import type { StoredFileTable } from '../db/schema.generated.ts';
import type { KeptFile } from './files.ts';
import type { Folder } from './folders.ts';

/** The row of a stored file. A file without a row is deleted after 30 days. */
export type StoredFile = Selectable<StoredFileTable>;

/**
 * Inserts the row of a kept file in the transaction that needs it. `ownerId` is the account that may always read it.
 */
export function insertStoredFile(tx: Tx, kept: KeptFile, { ownerId }: { ownerId: string | null }): Promise<StoredFile> {
  return tx
    .insertInto('storedFile')
    .values({ ...kept, ownerId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The row of a file by its folder and name, unless it is marked as deleted. */
export function findStoredFile(db: Queryable, folder: Folder, filename: string): Promise<StoredFile | undefined> {
  return db
    .selectFrom('storedFile')
    .selectAll()
    .where('folder', '=', folder)
    .where('filename', '=', filename)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

/**
 * Marks a file as deleted: it is no longer served, and the sweep removes it later, so that a mistake can be undone
 * until then.
 */
export async function markDeleted(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('storedFile')
    .set({ deletedAt: now })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .execute();
}
