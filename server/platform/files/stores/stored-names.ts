import { type Folder, folders, isStoredName } from '../folders.ts';
import type { FileStore } from './file-store.ts';

/** A file in a store: its folder and file name, and both as its name in the store. */
export type StoredName = { folder: Folder; filename: string; name: string };

/** Every stored file of a store, folder by folder. What somebody else put there is left out. */
export async function* storedNames(store: FileStore, within: readonly Folder[] = folders): AsyncGenerator<StoredName> {
  for (const folder of within)
    for await (const { filename } of store.list(folder))
      if (isStoredName(filename)) yield { folder, filename, name: `${folder}/${filename}` };
}
