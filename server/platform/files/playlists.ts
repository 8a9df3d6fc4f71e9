import { readFile } from 'node:fs/promises';
import type { ContentType, Folder } from './folders.ts';
import type { GoodLink, Links } from './links.ts';

/** The type of a playlist of HTTP Live Streaming (RFC 8216): a text that names the files to be played. */
export const playlistType = 'application/vnd.apple.mpegurl' satisfies ContentType;

const storedNames = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\.(?:mp4|m3u8)/g;

/**
 * A stored playlist with a link in the place of each file's name: a player asks for them without a token.
 *
 * @param own the link that the playlist was asked for by, when it was: theirs end with it.
 */
export async function withLinks(
  path: string,
  folder: Folder,
  { link }: Pick<Links, 'link'>,
  own?: GoodLink,
): Promise<string> {
  const text = await readFile(path, 'utf8');
  return text.replace(storedNames, (filename) => link(folder, filename, own));
}
