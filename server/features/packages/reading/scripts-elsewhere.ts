import { buffer } from 'node:stream/consumers';
import { contentOfEntry, type ZipEntry } from '../../../platform/archives/zip-entries.ts';
import { mediaTypeOf } from './media-types.ts';

/** The largest page that is read, how much of a tag is, and the most addresses that are named. */
const most = { pageBytes: 2 * 2 ** 20, tagCharacters: 2000, addresses: 20 };

const source = /\ssrc\s*=\s*["']?([^"'\s>]+)/i;

/** The addresses at other hosts from which a page loads scripts, each once. */
export function scriptsElsewhereIn(page: string): string[] {
  const found = new Set<string>();
  const tags = page.toLowerCase();
  for (let at = tags.indexOf('<script'); at >= 0; at = tags.indexOf('<script', at + 1)) {
    const end = tags.indexOf('>', at);
    if (end < 0) break;
    const address = source.exec(page.slice(at, Math.min(end, at + most.tagCharacters)))?.[1] ?? '';
    if (/^(https?:)?\/\//i.test(address)) found.add(address);
  }
  return [...found];
}

/**
 * The addresses from which the pages of a package load scripts: packages load nothing from elsewhere, so that such a
 * page mostly does nothing. What a script loads by itself is not seen.
 */
export async function findScriptsElsewhere(
  entries: readonly ZipEntry[],
  zip: Parameters<typeof contentOfEntry>[0],
): Promise<string[]> {
  const found = new Set<string>();
  for (const entry of entries) {
    if (!mediaTypeOf(entry.path).startsWith('text/html') || entry.sizeBytes > most.pageBytes) continue;
    const page = await buffer(contentOfEntry(zip, entry));
    for (const address of scriptsElsewhereIn(page.toString('latin1'))) found.add(address);
    if (found.size >= most.addresses) break;
  }
  return [...found].slice(0, most.addresses);
}
