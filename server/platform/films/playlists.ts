import type { ContentType, Folder } from '../files/folders.ts';
import type { GoodLink, Links } from '../files/links.ts';

/** The media type of an HTTP Live Streaming playlist (RFC 8216): a text with the names of the files to be played. */
export const playlistType = 'application/vnd.apple.mpegurl' satisfies ContentType;

const storedNames = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\.(?:mp4|m3u8)/g;

/**
 * A stored playlist with each file name replaced by a link, because a player requests the files without a token.
 *
 * @param own the link by which the playlist was requested, if any: the new links expire with it.
 */
export const withLinks = (text: string, folder: Folder, { link }: Pick<Links, 'link'>, own?: GoodLink): string =>
  text.replace(storedNames, (filename) => link(folder, filename, own));
