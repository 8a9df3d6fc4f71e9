import { statfs } from 'node:fs/promises';

/** Bytes that the program may still write where a folder lies. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
