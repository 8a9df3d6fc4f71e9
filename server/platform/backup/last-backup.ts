import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file of DATA_DIR that says when the last backup was complete. Backups leave it out. */
export const LAST_BACKUP_FILE = 'last-backup';

/** Notes that a backup is complete. */
export const noteBackup = (dataDir: string, now: Date): Promise<void> =>
  writeFile(join(dataDir, LAST_BACKUP_FILE), `${now.toISOString()}\n`, { mode: 0o600 });

/** When the last backup was complete; undefined if there was none. */
export async function readLastBackup(dataDir: string): Promise<Date | undefined> {
  try {
    return new Date((await readFile(join(dataDir, LAST_BACKUP_FILE), 'utf8')).trim());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
