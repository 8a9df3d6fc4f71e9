import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';

/** The file of a backup that says what it is of, and what it lacks. */
export const MANIFEST_FILE = 'backup.json';

const Manifest = z.object({
  format: z.literal(1),
  /** The id of the academy; null where it had none, before a start of this version. */
  academy: z.nullable(z.uuid()),
  takenAt: z.iso.datetime(),
  files: z.number(),
  /** The SHA-256 of SHA256SUMS, which has those of all other files. */
  sums: z.string(),
  /** Stored files that rows name and that were not there. */
  missing: z.array(z.string()),
  /** Stored files that are not what their rows say; they are in the backup as they were. */
  damaged: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

/** The manifest of a backup; undefined for one that an older version has made. @throws when it cannot be read */
export async function readManifest(backup: string): Promise<Manifest | undefined> {
  const text = await readFile(join(backup, MANIFEST_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return z.parse(Manifest, JSON.parse(text));
  } catch {
    throw new Error(`${MANIFEST_FILE} is damaged, or of a later version`);
  }
}

/** What a backup lacks, in one line; undefined if nothing. */
export function lackOf({ missing, damaged }: Pick<Manifest, 'missing' | 'damaged'>): string | undefined {
  const counts = [
    missing.length > 0
      ? `${missing.length === 1 ? '1 stored file is' : `${missing.length} stored files are`} missing`
      : '',
    damaged.length > 0
      ? `${damaged.length} ${damaged.length === 1 ? 'is not what its row says' : 'are not what their rows say'}`
      : '',
  ].filter(Boolean);
  return counts.length > 0 ? counts.join(', and ') : undefined;
}
