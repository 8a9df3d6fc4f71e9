import type { Db } from '../../db/database.ts';
import type { Files } from '../files.ts';
import { BucketUploads } from './bucket-uploads.ts';
import { FolderUploads } from './folder-uploads.ts';
import type { UploadStore } from './upload-store.ts';

/** The store of uploads beside that of the files: a folder, or the same bucket. */
export const openUploads = (
  db: Db,
  { bucket, uploads, clock }: Pick<Files, 'bucket' | 'uploads' | 'clock'>,
): UploadStore => (bucket ? new BucketUploads(db, bucket, clock) : new FolderUploads({ directory: uploads }));
