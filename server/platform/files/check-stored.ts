import type { FileRows } from './file-rows.ts';
import { examine } from './move-files.ts';
import type { FileStore } from './stores/file-store.ts';

/** What a check has found: the number of sound files, and the names of the others. */
export type Checked = { sound: number; damaged: string[]; missing: string[] };

/**
 * Reads every file and compares it with its row. Files that are marked as deleted are left out: those of erased people are
 * removed within minutes, and their rows may stay.
 */
export async function checkStored(store: FileStore, rows: FileRows, vault: string): Promise<Checked> {
  const checked: Checked = { sound: 0, damaged: [], missing: [] };
  for await (const { name, ...row } of rows.all()) {
    if (row.isDeleted) continue;
    const state = await examine(store, { name, vault, row });
    if (state === 'sound') checked.sound += 1;
    else checked[state].push(name);
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
 * Undoes the deletion of every missing file that should be there, in a store that keeps what was deleted. So the files of
 * a database that was restored to an earlier second are there again.
 *
 * @returns the number of recovered files, and what is still damaged or missing.
 */
export async function recoverStored(
  store: FileStore,
  rows: FileRows,
  vault: string,
): Promise<Checked & { recovered: number }> {
  const { missing, ...checked } = await checkStored(store, rows, vault);
  const found = { ...checked, missing: [] as string[], recovered: 0 };
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
