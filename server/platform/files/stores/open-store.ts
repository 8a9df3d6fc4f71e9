import { join } from 'node:path';
import type { FilesConfig, FilesLocation } from '../../../settings/services.ts';
import { folders } from '../folders.ts';
import { type Bucket, openBucket } from './bucket.ts';
import { bucketStore } from './bucket-store.ts';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { twoStores } from './two-stores.ts';

/**
 * The store that the settings name. `bucket` is that of new files, `otherBucket` that of FILES_ALSO, if they are
 * buckets.
 */
export type OpenedStore = { store: FileStore; bucket: Bucket | undefined; otherBucket?: Bucket | undefined };

/** Opens one place. */
export function openPlace(place: FilesLocation, dataDir: string): OpenedStore {
  const root = join(dataDir, 'files');
  if (place === undefined) return { store: folderStore(root, folders), bucket: undefined };
  const bucket = openBucket(place);
  return { store: bucketStore(bucket, join(root, '.incoming')), bucket };
}

/**
 * The places of the files, in the order in which a backup must read them: files move from the first to the last, so one
 * that is moved meanwhile is found in one of them.
 */
export const openPlaces = ({
  dataDir,
  files: { place, also },
}: {
  dataDir: string;
  files: FilesConfig;
}): FileStore[] => [...(also ? [openPlace(also.place, dataDir).store] : []), openPlace(place, dataDir).store];

/** Opens the store of the academy's files. No call is made to an object store yet, because it may be away. */
export function openStore({ dataDir, files: { place, also } }: { dataDir: string; files: FilesConfig }): OpenedStore {
  const opened = openPlace(place, dataDir);
  if (!also) return opened;
  const other = openPlace(also.place, dataDir);
  return { ...opened, store: twoStores(opened.store, other.store), otherBucket: other.bucket };
}
