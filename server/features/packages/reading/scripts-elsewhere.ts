import { buffer } from 'node:stream/consumers';
import { contentOfEntry, type ZipEntry } from '../../../platform/archives/zip-entries.ts';
import { mediaTypeOf } from './media-types.ts';

/** The largest page that is read, how much of a tag is, and the most addresses that are named. */
const most = { pageBytes: 2 * 2 ** 20, tagCharacters: 2000, addresses: 20 };

const source = /[ "'/]src ?= ?["']? ?([^"' >]+)/i;

/** A page without its comments, in which no script is loaded. */
function withoutComments(page: string): string {
  let kept = '';
  let from = 0;
  for (let at = page.indexOf('<!--'); at >= 0; at = page.indexOf('<!--', from)) {
    kept += page.slice(from, at);
    const end = page.indexOf('-->', at);
    from = end < 0 ? page.length : end + 3;
  }
  return kept + page.slice(from);
}

/**
 * The addresses at other hosts that stand as the source of a script in a page, each once. Others are not seen: those
 * that a script loads or imports by itself, that are relative to a `base`, or are written in another way.
 */
export function scriptsElsewhereIn(page: string): string[] {
  const found = new Set<string>();
  const read = withoutComments(page);
  const tags = read.toLowerCase();
  let end = 0;
  for (let at = tags.indexOf('<script'); at >= 0; at = tags.indexOf('<script', end)) {
    end = tags.indexOf('>', at);
    if (end < 0) break;
    const tag = read.slice(at, Math.min(end, at + most.tagCharacters)).replace(/\s+/g, ' ');
    const address = /^<script[ /]/i.test(tag) ? source.exec(tag)?.[1] : undefined;
    if (address && /^(https?:)?\/\//i.test(address)) found.add(address);
  }
  return [...found];
}

/**
 * The addresses from which the pages of a package load scripts: packages load nothing from elsewhere, so that such a
 * page mostly does nothing. Of pages up to 2 MiB; the first twenty.
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
