import { link, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { copyFile } from '../files/stores/copy-file.ts';
import { bytesOf, type FileStore } from '../files/stores/file-store.ts';
import { hashOf, type Written } from '../files/write-file.ts';
import { readDigests } from './digests.ts';

/** Where an earlier backup has a file, by its name in the backup, and its digest; undefined if it has none. */
export type Earlier = (name: string) => { path: string; sha256: string } | undefined;

/** Opens an earlier backup to link to. One without readable digests has nothing to link to. */
export async function openEarlier(backup: string | undefined): Promise<Earlier> {
  if (backup === undefined) return () => undefined;
  const { digests } = await readDigests(backup);
  return (name) => {
    const sha256 = digests.get(name);
    return sha256 === undefined ? undefined : { path: join(backup, name), sha256 };
  };
}

/**
 * Errors after which a file is copied: another disk, one without links, too many links, or the earlier file is gone.
 */
const cannotLink = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'ENOENT'];

/**
 * Puts a stored file, as it is stored, at a path of a backup: as a hard link to the same file of an earlier backup, or
 * as a copy. The stored file is read in both cases, so that one that is damaged since is found.
 *
 * @throws FileMissing, also if the file is deleted while it is read; part of it may be at `path` then.
 */
export async function linkOrCopy({
  place,
  name,
  path,
  earlier,
}: {
  place: Pick<FileStore, 'open'>;
  name: string;
  path: string;
  earlier: ReturnType<Earlier>;
}): Promise<Written> {
  const written = earlier && (await readIfSame(place, name, earlier));
  if (earlier && written && (await isLinked(earlier.path, path))) return written;
  return copyFile(place, name, path);
}

async function readIfSame(
  place: Pick<FileStore, 'open'>,
  name: string,
  { path, sha256 }: NonNullable<ReturnType<Earlier>>,
): Promise<Written | undefined> {
  const stored = await place.open(name);
  try {
    const { sizeBytes } = stored;
    const found = await lstat(path).catch(() => undefined);
    if (!found?.isFile() || found.size !== sizeBytes) return undefined;
    const isSame = (await hashOf(bytesOf(stored, { first: 0, last: sizeBytes - 1 }))) === sha256;
    return isSame ? { sizeBytes, sha256 } : undefined;
  } finally {
    await stored.close();
  }
}

async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (!cannotLink.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
}
