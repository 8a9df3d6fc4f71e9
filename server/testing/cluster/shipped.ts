import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../deploy/cluster');

/**
 * A configuration that the project ships, with the addresses and paths of a test in place of the documented ones.
 *
 * @throws when the file does not contain one of them: then the test would not show what is shipped.
 */
export async function shipped(name: string, changes: readonly (readonly [documented: string, ours: string])[]) {
  let text = await readFile(join(folder, name), 'utf8');
  for (const [documented, ours] of changes) {
    if (!text.includes(documented)) throw new Error(`deploy/cluster/${name} has no ${documented}`);
    text = text.replaceAll(documented, ours);
  }
  return text;
}
