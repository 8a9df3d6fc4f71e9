import type { Db } from '../db/database.ts';
import type { Files } from './files.ts';
import { type Folder, folders, isEncryptedAtRest } from './folders.ts';

const atOnce = 200;

/** Encrypts, in place, files about persons that were stored before encryption at rest was introduced. Idempotent. */
export async function encryptOldFiles(db: Db, files: Files): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const rows = await db
      .selectFrom('storedFile')
      .select(['id', 'folder', 'filename'])
      .where('folder', 'in', folders.filter(isEncryptedAtRest))
      .$if(after !== undefined, (later) => later.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(atOnce)
      .execute();
    for (const { folder, filename } of rows) await files.encryptInPlace(folder as Folder, filename);
    after = rows.at(-1)?.id;
    if (after === undefined) return;
  }
}
