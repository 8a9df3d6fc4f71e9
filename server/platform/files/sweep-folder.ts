import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes the files of a local folder that were neither written nor moved since a time, in milliseconds since 1970;
 * returns their number.
 */
export async function sweepFolder(folder: string, before: number): Promise<number> {
  let removed = 0;
  for await (const name of namesBefore(folder, before)) {
    // An upload's description is in a second file, which is as old as its first chunk and is removed with it.
    if (name.endsWith('.json') && (await stat(join(folder, name.slice(0, -5))).catch(ifMissing))) continue;
    await Promise.all([name, `${name}.json`].map((one) => rm(join(folder, one), { force: true })));
    removed += 1;
  }
  return removed;
}

async function* namesBefore(folder: string, before: number): AsyncGenerator<string> {
  for await (const entry of await opendir(folder)) {
    if (!entry.isFile()) continue;
    const stats = await stat(join(folder, entry.name)).catch(ifMissing);
    if (stats && Math.max(stats.mtimeMs, stats.ctimeMs) < before) yield entry.name;
  }
}

/** Another sweep, or the file's own request, may have removed it after the listing. */
function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
