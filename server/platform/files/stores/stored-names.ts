import { type Folder, folders, isStoredName } from '../folders.ts';
import type { FileStore } from './file-store.ts';

/** A file in a store: its folder and file name, and both as its name in the store. */
export type StoredName = { folder: Folder; filename: string; name: string };

/** Every file of a store, folder by folder, also those that somebody else put there. */
export async function* allNames(store: FileStore, within: readonly Folder[] = folders): AsyncGenerator<StoredName> {
  for (const folder of within)
    for await (const { filename } of store.list(folder)) yield { folder, filename, name: `${folder}/${filename}` };
}

/** The same without what somebody else put there. */
export async function* storedNames(store: FileStore, within?: readonly Folder[]): AsyncGenerator<StoredName> {
  for await (const one of allNames(store, within)) if (isStoredName(one.filename)) yield one;
}
