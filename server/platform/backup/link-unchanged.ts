import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { copyFile } from '../files/stores/copy-file.ts';
import { bytesOf, type FileStore } from '../files/stores/file-store.ts';
import { hashOf, type Written } from '../files/write-file.ts';
import { DIGESTS_FILE, digestOf, readDigests } from './digests.ts';
import { readManifest } from './manifest.ts';

/** An earlier backup to link to, with the digests of its files. */
export type Earlier = {
  folder: string;
  digests: ReadonlyMap<string, string>;
  /** The names of its files that are not what they were; those that are met while links are made are added. */
  damaged: string[];
};

/** Opens an earlier backup to link to. One whose digests cannot be read, or are not what they were, has no file. */
export async function openEarlier(folder: string): Promise<Earlier> {
  const [manifest, found] = await Promise.all([
    readManifest(folder).catch(() => undefined),
    readDigests(folder).catch(() => undefined),
  ]);
  return found && manifest?.sums === found.sums
    ? { folder, digests: found.digests, damaged: [] }
    : { folder, digests: new Map(), damaged: [DIGESTS_FILE] };
}

/**
 * Errors after which a file is copied: another disk, one without links, too many links, or the earlier file is gone.
 */
const cannotLink = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'ENOENT'];

type Stored = { place: Pick<FileStore, 'open'>; name: string };

/**
 * Puts a stored file, as it is stored, at a path of a backup: as a hard link to the same file of an earlier backup, or
 * as a copy. Both files are read, so that a stored one that is damaged since is found, and one that is damaged in the
 * earlier backup does not become part of every later one.
 *
 * @param copy the name of the file in a backup.
 * @throws FileMissing, also if the file is deleted while it is read; part of it may be at `path` then.
 */
export async function linkOrCopy({
  place,
  name,
  path,
  copy,
  earlier,
}: Stored & { path: string; copy: string; earlier: Earlier | undefined }): Promise<Written> {
  const written = earlier && (await readIfSame({ place, name }, copy, earlier));
  if (earlier && written && (await isLinked(join(earlier.folder, copy), path))) return written;
  return copyFile(place, name, path);
}

async function readIfSame({ place, name }: Stored, copy: string, earlier: Earlier): Promise<Written | undefined> {
  const sha256 = earlier.digests.get(copy);
  if (sha256 === undefined) return undefined;
  const stored = await place.open(name);
  try {
    const { sizeBytes } = stored;
    const isSame = (await hashOf(bytesOf(stored, { first: 0, last: sizeBytes - 1 }))) === sha256;
    if (!isSame) return undefined;
    const kept = await digestOf(earlier.folder, copy).catch(() => undefined);
    if (kept === sha256) return { sizeBytes, sha256 };
    earlier.damaged.push(copy);
    return undefined;
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
