import { open } from 'node:fs/promises';

/** Waits until a file's content, or a folder's entries, are on the disk and would survive a power cut. */
export async function syncToDisk(path: string, kind: 'file' | 'folder'): Promise<void> {
  // Windows has no handle for a folder; the rename is in the file system's journal anyway.
  if (kind === 'folder' && process.platform === 'win32') return;
  const handle = await open(path, kind === 'file' ? 'r+' : 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
