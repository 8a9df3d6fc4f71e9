import type { FileRows } from './file-rows.ts';
import { examine } from './move-files.ts';
import { type FileStore, ifMissing } from './stores/file-store.ts';

/** The result of a check: the number of sound files, and the names of the others. */
export type Checked = { sound: number; damaged: string[]; missing: string[] };

/** Told after each file, with the number of files so far. */
type OnFile = (files: number) => void;

/**
 * Reads every file and compares it with its row. Files that are marked as deleted are left out: those of erased people
 * are removed within minutes, and their rows may stay.
 */
export async function checkStored(store: FileStore, rows: FileRows, vault: string, onFile?: OnFile): Promise<Checked> {
  const checked: Checked = { sound: 0, damaged: [], missing: [] };
  let files = 0;
  for await (const { name, ...row } of rows.all()) {
    if (row.isDeleted) continue;
    const state = await examine(store, { name, vault, row });
    if (state === 'sound') checked.sound += 1;
    else checked[state].push(name);
    files += 1;
    onFile?.(files);
  }
  return { ...checked, missing: await lost(checked.missing, rows) };
}

/** Those of the missing files that should be there: their rows are read again, since files are deleted at any time. */
export async function lost(missing: readonly string[], rows: FileRows): Promise<string[]> {
  if (missing.length === 0) return [];
  const { find } = await rows.again();
  const found: string[] = [];
  for (const name of missing) {
    const [folder = '', filename = ''] = name.split('/');
    const row = await find(folder, filename);
    if (row && !row.isDeleted) found.push(name);
  }
  return found;
}

/**
 * The result of a recovery: the number of files that were there, the number that were recovered, and the names of the
 * others.
 */
export type Recovered = { there: number; recovered: number; damaged: string[]; missing: string[] };

/**
 * Undoes the deletion of every missing file that should be there, in a store that keeps what was deleted. So the files
 * of a database that was restored to an earlier second are there again. Files that are there are not read, which
 * `checkStored` does.
 *
 * @returns the number of recovered files, and what is still damaged or missing.
 */
export async function recoverStored(
  store: FileStore,
  rows: FileRows,
  vault: string,
  onFile?: OnFile,
): Promise<Recovered> {
  const absent: string[] = [];
  let files = 0;
  for await (const { name, isDeleted } of rows.all()) {
    if (isDeleted) continue;
    if (!(await isThere(store, name))) absent.push(name);
    files += 1;
    onFile?.(files);
  }
  const missing = await lost(absent, rows);
  const found: Recovered = { there: files - absent.length, recovered: 0, damaged: [], missing: [] };
  for (const name of missing) {
    await store.undelete(name);
    const [folder = '', filename = ''] = name.split('/');
    const row = await rows.find(folder, filename);
    const state = row ? await examine(store, { name, vault, row }) : 'missing';
    if (state === 'sound') found.recovered += 1;
    else found[state].push(name);
  }
  return found;
}

async function isThere(store: FileStore, name: string): Promise<boolean> {
  const stored = await store.open(name).catch(ifMissing);
  await stored?.close();
  return stored !== undefined;
}
