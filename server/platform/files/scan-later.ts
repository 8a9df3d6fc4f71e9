import { appendAudit } from '../audit/append.ts';
import { type Db, transaction } from '../db/database.ts';
import { groundLost } from '../outage.ts';
import type { Scanner } from './clamd.ts';
import type { Files } from './files.ts';
import { type Folder, scannedFolders } from './folders.ts';

const atOnce = 100;
/** After this many files in a row without a verdict, the fault is assumed to be the scanner's, not the files'. */
const inARow = 3;
/** Minutes for which a file without a verdict is postponed: doubled with each attempt, at most a day. */
const minutesAside = (tries: number): number => Math.min(15 * 2 ** tries, 24 * 60);

/**
 * Scans files that were kept while no scanner answered, or before there was one. A file with malware is kept, but is
 * not served to anyone, and the finding is recorded in the audit. A file without a verdict is postponed, and the others
 * continue.
 *
 * @throws when the scanner is unavailable, or gives no verdict on any file: the rest waits for the next run.
 */
export async function scanLater(db: Db, files: Files): Promise<void> {
  const { scan } = files;
  if (!scan) return;
  let failures = 0;
  for (
    let rows = await findUnscanned(db, files.clock());
    rows.length > 0;
    rows = await findUnscanned(db, files.clock())
  )
    for (const row of rows) {
      try {
        await scanOne(db, files, { ...row, scan });
        failures = 0;
      } catch (error) {
        if (isAway(error)) throw error;
        await setAside(db, files.clock(), row);
        failures += 1;
        if (failures === inARow) throw error;
      }
    }
}

/** Whether the scanner is unreachable, which says nothing about the file. */
const isAway = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).syscall === 'connect' || groundLost(error) !== undefined;

const setAside = (db: Db, now: Date, { id, scanTries }: Pick<Unscanned, 'id' | 'scanTries'>) =>
  db
    .updateTable('storedFile')
    .set({ scanTries: scanTries + 1, scanAfter: new Date(now.getTime() + minutesAside(scanTries) * 60_000) })
    .where('id', '=', id)
    .execute();

const findUnscanned = (db: Db, now: Date) =>
  db
    .selectFrom('storedFile')
    .select(['id', 'folder', 'filename', 'scanTries'])
    .where('scannedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .where('folder', 'in', scannedFolders)
    .where((e) => e.or([e('scanAfter', 'is', null), e('scanAfter', '<=', now)]))
    .orderBy('scanTries')
    .orderBy('id')
    .limit(atOnce)
    .execute();

type Unscanned = { id: string; folder: string; filename: string; scanTries: number; scan: Scanner };

async function scanOne(db: Db, files: Files, { id, folder, filename, scan }: Unscanned): Promise<void> {
  const file = await files.open(folder as Folder, filename);
  const content = file.stream(0, file.sizeBytes - 1);
  // an unavailable scanner does not read the content, and the file would stay open
  const malware = await scan(content).finally(() => content.destroy());
  await transaction(db, async (tx) => {
    await tx.updateTable('storedFile').set({ scannedAt: files.clock(), malware }).where('id', '=', id).execute();
    if (malware === null) return;
    const action = { action: 'file.malware-found', subject: { kind: 'file', id }, details: { malware } };
    await appendAudit(tx, { actorId: null, ...action });
  });
}
