import { appendAudit } from '../audit/append.ts';
import { type Db, transaction } from '../db/database.ts';
import { groundLost } from '../outage.ts';
import type { Scanner } from './clamd.ts';
import type { Files } from './files.ts';
import { type Folder, scannedFolders } from './folders.ts';

const atOnce = 100;
/** Files in a row without a verdict after which it is taken to be the scanner that fails, and not they. */
const inARow = 3;
/** Minutes for which a file without a verdict is set aside: doubled with each try, at most a day. */
const minutesAside = (tries: number): number => Math.min(15 * 2 ** tries, 24 * 60);

/**
 * Looks through what was kept while no scanner answered, or before there was one. What malware is found in stays and
 * opens to nobody; it is written down. A file on which the scanner gives no verdict is set aside, and the others go on.
 *
 * @throws when the scanner is away, or gives no verdict on anything: the rest waits for the next run.
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

/** Nobody answers where the scanner should be, which says nothing of the file. */
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
  // a scanner that is away reads nothing, and would leave the file open
  const malware = await scan(content).finally(() => content.destroy());
  await transaction(db, async (tx) => {
    await tx.updateTable('storedFile').set({ scannedAt: files.clock(), malware }).where('id', '=', id).execute();
    if (malware === null) return;
    const deed = { action: 'file.malware-found', subject: { kind: 'file', id }, details: { malware } };
    await appendAudit(tx, { actorId: null, ...deed });
  });
}
