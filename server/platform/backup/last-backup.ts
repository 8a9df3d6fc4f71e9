import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod/mini';
import { replaceFile } from '../files/write-file.ts';

/** The file of DATA_DIR that says how the last backup ended. Backups leave it out. */
export const LAST_BACKUP_FILE = 'last-backup';

const Note = z.object({
  /** When it ended. */
  at: z.iso.datetime(),
  /** Where it is, or was to be; undefined in the note of an older version. */
  folder: z.optional(z.string()),
  /** `incomplete`: stored files are missing or damaged, and the rest is in the folder; `failed`: there is none. */
  outcome: z.enum(['complete', 'incomplete', 'failed']),
  /** Why it is not complete, in one line. */
  reason: z.optional(z.string()),
  /** When the last complete one ended; undefined if there was none. */
  completeAt: z.optional(z.iso.datetime()),
});
export type LastBackup = z.infer<typeof Note>;

/** Notes how a backup has ended, in place of a note that cannot be read too. */
export async function noteBackup(
  dataDir: string,
  { at, ...note }: Omit<LastBackup, 'at' | 'completeAt'> & { at: Date },
): Promise<void> {
  const before = note.outcome === 'complete' ? undefined : await readLastBackup(dataDir).catch(() => undefined);
  const completeAt = note.outcome === 'complete' ? at.toISOString() : before?.completeAt;
  const text = JSON.stringify({ at: at.toISOString(), ...note, ...(completeAt && { completeAt }) });
  // a full disk leaves the note before as it is
  await replaceFile(join(dataDir, LAST_BACKUP_FILE), Readable.from([Buffer.from(`${text}\n`)]));
}

/** How the last backup ended; undefined if there was none. @throws when that cannot be read */
export async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  try {
    return parse((await readFile(join(dataDir, LAST_BACKUP_FILE), 'utf8')).trim());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parse(text: string): LastBackup {
  // an older version has written the time alone
  if (z.safeParse(z.iso.datetime(), text).success) return { at: text, outcome: 'complete', completeAt: text };
  return z.parse(Note, JSON.parse(text));
}
