import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilesConfig } from '../../settings/services.ts';
import { folders, isStoredName } from '../files/folders.ts';
import { type Bucket, openBucket } from '../files/stores/bucket.ts';
import { folderStore } from '../files/stores/folder-store.ts';
import { storedNames } from '../files/stores/stored-names.ts';
import { type Marker, readBucketMarker, readMarker } from './marker.ts';

/** So many files show whose they are: names are random, so that one that has a row is enough. */
const someFiles = 100;

/** A place of an academy's files, and what there says whose they are. */
export type FilesFound = {
  /** In words, for the operator. */
  called: string;
  marker: Marker | undefined;
  /** The ids of the keys in it. */
  keys: string[];
  /** Finds some of the stored files in it. */
  files: () => Promise<string[]>;
};

/** Reads what DATA_DIR says about its academy. */
export async function lookAtFolder(dataDir: string): Promise<FilesFound> {
  const [marker, keys] = [await readMarker(dataDir), await keysIn(dataDir)];
  return { called: `DATA_DIR (${dataDir})`, marker, keys, files: () => filesInFolder(dataDir) };
}

/** Reads the same of a bucket. @throws StoreAway */
export async function lookAtBucket(bucket: Bucket, called: string): Promise<FilesFound> {
  const marker = await readBucketMarker(bucket);
  return { called, marker, keys: [], files: () => filesInBucket(bucket) };
}

/** The buckets that FILES and FILES_ALSO name. */
export function bucketsOf({ place, also }: FilesConfig): { bucket: Bucket; called: string }[] {
  return [place, also?.place].flatMap((one) =>
    one ? [{ bucket: openBucket(one), called: `the bucket ${one.bucket}/${one.prefix}` }] : [],
  );
}

async function keysIn(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'keys');
  if (!existsSync(folder)) return [];
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith('.pem')).map((name) => name.slice(0, -'.pem'.length));
}

async function filesInFolder(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of storedNames(folderStore(join(dataDir, 'files'), []))) {
    found.push(name);
    if (found.length === someFiles) break;
  }
  return found;
}

async function filesInBucket(bucket: Bucket): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders)
    for await (const { name } of bucket.list(`${folder}/`)) {
      if (isStoredName(name.slice(folder.length + 1))) found.push(name);
      if (found.length === someFiles) return found;
    }
  return found;
}
