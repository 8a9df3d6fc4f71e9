import type { Db } from '../../db/database.ts';
import type { Files } from '../files.ts';
import { BucketUploads } from './bucket-uploads.ts';
import { FolderUploads } from './folder-uploads.ts';
import type { UploadStore } from './upload-store.ts';

type Dependencies = Pick<Files, 'bucket' | 'otherBucket' | 'uploads' | 'clock'>;

/** The store of uploads beside that of the files: a folder, or the same bucket. */
export function openUploads(db: Db, { bucket, otherBucket, uploads, clock }: Dependencies): UploadStore {
  if (!bucket) return new FolderUploads({ directory: uploads });
  return new BucketUploads(db, otherBucket ? [bucket, otherBucket] : [bucket], clock);
}

/**
 * Removes abandoned uploads wherever there may be some: while an academy moves, those that were begun at its old place
 * are left there.
 *
 * @param before a time in milliseconds since 1970; what has received something later is kept.
 * @returns the number of uploads removed.
 */
export async function sweepUploads(db: Db, places: Dependencies, before: number): Promise<number> {
  const { bucket = places.otherBucket, otherBucket, uploads } = places;
  const inFolder = await new FolderUploads({ directory: uploads }).sweep(before);
  return bucket ? inFolder + (await openUploads(db, { ...places, bucket, otherBucket }).sweep(before)) : inFolder;
}
