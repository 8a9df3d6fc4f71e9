import { DecryptionFailed } from './encrypted-file.ts';
import type { Files } from './files.ts';
import type { Folder } from './folders.ts';
import { FileMissing } from './stores/file-store.ts';

/**
 * Reads a stored file. Returns null when it is missing, as after a restore of the database without its files, or was
 * altered since it was stored; any other error may be temporary and is thrown.
 */
export async function readStored(
  { files }: { files: Pick<Files, 'read'> },
  folder: Folder,
  filename: string | null,
): Promise<Uint8Array | null> {
  if (filename === null) return null;
  return files.read(folder, filename).catch((error: unknown) => {
    if (error instanceof FileMissing || error instanceof DecryptionFailed) return null;
    throw error;
  });
}
