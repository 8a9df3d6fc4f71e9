import { appendAudit } from '../audit/append.ts';
import { type Db, transaction } from '../db/database.ts';
import type { Scanner } from './clamd.ts';
import type { Files } from './files.ts';
import { type Folder, scannedFolders } from './folders.ts';

const atOnce = 100;

/**
 * Looks through what was kept while no scanner answered, or before there was one. What malware is found in stays and
 * opens to nobody; it is written down.
 *
 * @throws what the scanner had against it: the rest waits for the next run.
 */
export async function scanLater(db: Db, files: Files): Promise<void> {
  const { scan } = files;
  if (!scan) return;
  for (let rows = await findUnscanned(db); rows.length > 0; rows = await findUnscanned(db))
    for (const row of rows) await scanOne(db, files, { ...row, scan });
}

const findUnscanned = (db: Db) =>
  db
    .selectFrom('storedFile')
    .select(['id', 'folder', 'filename'])
    .where('scannedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .where('folder', 'in', scannedFolders)
    .orderBy('id')
    .limit(atOnce)
    .execute();

type Unscanned = { id: string; folder: string; filename: string; scan: Scanner };

async function scanOne(db: Db, files: Files, { id, folder, filename, scan }: Unscanned): Promise<void> {
  const file = await files.open(folder as Folder, filename);
  const content = file.stream(0, file.sizeBytes - 1);
  // a scanner that is away reads nothing, and would leave the file open
  const malware = await scan(content).finally(() => content.destroy());
  await transaction(db, async (tx) => {
    await tx.updateTable('storedFile').set({ scannedAt: files.clock(), malware }).where('id', '=', id).execute();
    if (malware === null) return;
    const deed = { action: 'file.malware-found', subject: { kind: 'file', id }, details: { malware } };
    await appendAudit(tx, { actorId: null, ...deed });
  });
}
