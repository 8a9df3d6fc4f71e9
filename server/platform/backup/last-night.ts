import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod/mini';
import { replaceFile } from '../files/write-file.ts';

/** The file of DATA_DIR that says how the work of the last night ended. Backups leave it out. */
export const LAST_NIGHT_FILE = 'last-night';

/** The folder of DATA_DIR that a night locks: two at once would delete each other's backup. Backups leave it out. */
export const NIGHT_LOCK_FOLDER = 'night';

/** The steps of a night, in their order. */
export const nightSteps = ['backup', 'old backups', 'trial restore', 'doctor'] as const;
export type NightStep = (typeof nightSteps)[number];

const Note = z.object({
  /** When the work ended. */
  at: z.iso.datetime(),
  /** What was wrong, a line each. */
  faults: z.array(z.object({ step: z.enum(nightSteps), says: z.string() })),
  /** When a backup was last restored for trial, without a fault; undefined if none ever was. */
  restoredAt: z.optional(z.iso.datetime()),
});
export type LastNight = z.infer<typeof Note>;
export type NightFault = LastNight['faults'][number];

/** A backup is restored for trial once in so many days. */
const trialDays = 28;

/**
 * Whether a backup is to be restored for trial again; also after one that a wrong clock has noted for later than now.
 */
export function isTrialDue(restoredAt: string | undefined, now: Date): boolean {
  const age = restoredAt === undefined ? undefined : now.getTime() - Date.parse(restoredAt);
  return age === undefined || age < 0 || age > trialDays * 86_400_000;
}

/** Notes how the work of a night has ended. */
export async function noteNight(dataDir: string, night: LastNight): Promise<void> {
  await replaceFile(join(dataDir, LAST_NIGHT_FILE), Readable.from([Buffer.from(`${JSON.stringify(night)}\n`)]));
}

/** How the work of the last night ended; undefined if there was none. @throws when that cannot be read */
export async function readLastNight(dataDir: string): Promise<LastNight | undefined> {
  const text = await readFile(join(dataDir, LAST_NIGHT_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return text === undefined ? undefined : z.parse(Note, JSON.parse(text));
}
