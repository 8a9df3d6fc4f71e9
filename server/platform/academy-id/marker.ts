import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import type { Bucket } from '../files/stores/bucket.ts';
import { ifMissing } from '../files/stores/file-store.ts';
import { syncToDisk } from '../sync-to-disk.ts';

/** The name of the file in DATA_DIR, and of the object in a bucket, that says whose files these are. */
const MARKER = 'academy-id';

/** More bytes than a marker has. */
const mostBytes = 1000;

/** The academy of a place of files, and when a program last knew the place and the database to belong together. */
export type Marker = { academy: string; knownAt: Date };

const Written = z.object({ academy: z.uuid(), knownAt: z.iso.datetime() });

/** @throws a line that names the marker, if it is none */
function parse(text: string, place: string): Marker {
  try {
    const { academy, knownAt } = z.parse(Written, JSON.parse(text));
    return { academy, knownAt: new Date(knownAt) };
  } catch (cause) {
    throw new Error(
      `${place} is damaged: it should say whose files these are. Remove it: the next start writes it again if the ` +
        'database and the files belong together.',
      { cause },
    );
  }
}

const written = ({ academy, knownAt }: Marker) => `${JSON.stringify({ academy, knownAt: knownAt.toISOString() })}\n`;

/** The marker of DATA_DIR; undefined if it has none. */
export async function readMarker(dataDir: string): Promise<Marker | undefined> {
  const path = join(dataDir, MARKER);
  try {
    return parse(await readFile(path, 'utf8'), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the marker of DATA_DIR in one step. Several instances may do so at once. */
export async function writeMarker(dataDir: string, marker: Marker): Promise<void> {
  const path = join(dataDir, MARKER);
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(aside, written(marker), { mode: 0o600, flush: true });
    await rename(aside, path);
    await syncToDisk(dataDir, 'folder');
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** The marker of a bucket; undefined if it has none. */
export async function readBucketMarker(bucket: Bucket): Promise<Marker | undefined> {
  const found = await bucket.get(MARKER, { first: 0, last: mostBytes - 1 }).catch(ifMissing);
  return found && parse(found.bytes.toString('utf8'), `${MARKER} in the bucket`);
}

export const writeBucketMarker = (bucket: Bucket, marker: Marker): Promise<void> =>
  bucket.put(MARKER, Buffer.from(written(marker)));
