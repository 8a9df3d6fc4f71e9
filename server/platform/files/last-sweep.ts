import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WaitingDeletion } from '../deletions/mass-deletion.ts';
import type { Quarantined } from './quarantine.ts';

/** The file of DATA_DIR that says what the last sweep has kept. Backups leave it out. */
export const LAST_SWEEP_FILE = 'last-sweep';

/** What the last sweep of this machine has kept, for the doctor, which cannot open the embedded database. */
export type LastSweep = { at: string; kept: Quarantined; waiting: Omit<WaitingDeletion, 'since'>[] };

export const noteSweep = (dataDir: string, sweep: LastSweep): Promise<void> =>
  writeFile(join(dataDir, LAST_SWEEP_FILE), `${JSON.stringify(sweep)}\n`, { mode: 0o600 });

/** @returns undefined if there was no sweep yet, or its note was not written completely. */
export async function readLastSweep(dataDir: string): Promise<LastSweep | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, LAST_SWEEP_FILE), 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
