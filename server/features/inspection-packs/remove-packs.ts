import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listOutdated } from './queries.ts';

/**
 * Removes the packs that are some days old, and those with a person who was erased since. The file goes at once: what
 * is in it can be packed again.
 */
export async function removeOutdatedPacks({
  db,
  files,
  clock,
}: Pick<Platform, 'db' | 'files' | 'clock'>): Promise<void> {
  const now = clock();
  for (const { id, fileId, filename } of await listOutdated(db, now)) {
    await files.remove({ folder: 'inspection_packs', filename });
    await transaction(db, async (tx) => {
      await tx
        .updateTable('inspectionPack')
        .set({ fileId: null, removedAt: now, people: [] })
        .where('id', '=', id)
        .execute();
      await tx.deleteFrom('storedFile').where('id', '=', fileId).execute();
    });
  }
}
