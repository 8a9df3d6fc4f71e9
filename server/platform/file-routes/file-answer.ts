import type { IncomingHttpHeaders } from 'node:http';
import { type ByteRange, byteRangeOf } from '@fairlead/contract/platform/byte-range';
import { type Folder, isDownloadedOnce, isOpenFolder, isReadByWebServer } from '../files/folders.ts';
import type { StoredFile } from '../files/stored-files.ts';

const seconds = { hour: 3600, year: 31_536_000 };

/**
 * How long a browser may cache a file. Covers never change under their URL. Films and pictures of assessments show
 * nothing personal, and must not be downloaded twice over a ship's link. All other files are personal and are not
 * stored: a computer in the crew's mess has many users.
 */
function cachingOf(folder: string): string {
  if (isOpenFolder(folder)) return `public, max-age=${seconds.year}, immutable`;
  return isDownloadedOnce(folder) ? `private, max-age=${12 * seconds.hour}, immutable` : 'private, no-store';
}

/**
 * Whether the browser shows a file instead of downloading it: pictures and films, which we re-encoded or examined, and
 * PDFs that we made ourselves.
 */
const isShown = ({ contentType, folder }: StoredFile) =>
  contentType !== 'application/pdf' || folder === ('certificates' satisfies Folder);

const dispositionOf = (stored: StoredFile): string =>
  disposition(isShown(stored) ? 'inline' : 'attachment', stored.originalName ?? stored.filename);

/** The header Content-Disposition for a file of this name. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  // RFC 6266, 4.3: an ASCII name for old clients, the exact name in UTF-8 (RFC 8187) for others.
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * Safari is reported to show PDFs in a sandbox as an empty window (Chromium shows them), and PDF viewers have styles of
 * their own. A PDF that we made needs neither rule.
 */
const policyOf = (stored: StoredFile) =>
  stored.contentType === 'application/pdf' && isShown(stored)
    ? "frame-ancestors 'self'"
    : "sandbox; default-src 'none'; frame-ancestors 'none'";

/** Texts are stored in UTF-8, which a browser would not assume. */
const typeOf = ({ contentType }: StoredFile) =>
  contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType;

/**
 * Whether people may learn when a file was stored. Of the pictures of options, it would tell in which order they were
 * written, where a test paper shuffles them.
 */
const tellsTime = ({ folder }: StoredFile): boolean => folder !== ('question_pictures' satisfies Folder);

/** A stored file never changes, so its hash is a strong ETag, valid for `If-Range` too. */
const tagOf = ({ sha256 }: StoredFile) => `"${sha256.slice(0, 32)}"`;

function isUnchanged(request: Asked, { tag, since }: Version): boolean {
  const tags = request.headers['if-none-match'];
  if (tags !== undefined) {
    const known = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return known.includes(tag) || known.includes('*');
  }
  const known = Date.parse(request.headers['if-modified-since'] ?? '');
  return since !== undefined && Math.floor(since.getTime() / 1000) * 1000 <= known;
}

/**
 * The range that a request asks for, if the browser's first part is of this very version; else the whole file is sent
 * (RFC 9110, 13.1.5).
 */
function rangeAsked(request: Asked, { tag, since }: Version): string | undefined {
  const condition = request.headers['if-range'];
  const holds = condition === undefined || condition === tag || condition === since?.toUTCString();
  return holds ? request.headers.range : undefined;
}

/** Whether a file is a film: it is stored unencrypted, and a link alone gives access to it. */
export const isFilm = ({ folder, contentType }: Pick<StoredFile, 'folder' | 'contentType'>): boolean =>
  isReadByWebServer(folder) && contentType.startsWith('video/');

/** The part of a request on which its response depends. */
export type Asked = { headers: IncomingHttpHeaders };

/**
 * The response to a request for a file. `bytes` is the range that follows, or would follow if it were not HEAD;
 * undefined for none.
 */
export type FileAnswer = { status: 200 | 206 | 304 | 416; headers: Record<string, string | number>; bytes?: ByteRange };

/**
 * The response for a stored file: the whole file, the one range that was requested (RFC 9110, 14), or 304 when the
 * browser has it (13.1).
 *
 * @param handOver the internal path below which the web server in front serves the files. It sends the bytes of films
 *   itself (nginx: X-Accel-Redirect), ranges included. For any other file it would drop the headers that protect it.
 */
export function fileAnswer(request: Asked, stored: StoredFile, handOver: string | undefined): FileAnswer {
  const about = { 'cache-control': cachingOf(stored.folder), 'content-security-policy': policyOf(stored) };
  const version = {
    tag: tagOf(stored),
    bytes: stored.sizeBytes,
    ...(tellsTime(stored) && { since: stored.createdAt }),
  };
  const headers = { 'content-type': typeOf(stored), 'content-disposition': dispositionOf(stored) };
  if (handOver === undefined || !isFilm(stored) || isUnchanged(request, version))
    return answerInRanges(request, version, about, headers);
  // nginx adds this header itself, so it would be there twice
  const { 'accept-ranges': _, ...rest } = { ...describe(version), ...about, ...headers };
  const url = `${handOver}/${stored.folder}/${stored.filename}`;
  return { status: 200, headers: { ...rest, 'content-length': 0, 'x-accel-redirect': url } };
}

/**
 * A version of what is sent: its strong ETag, its size, and when it came into being, where that tells it from others.
 */
export type Version = { tag: string; bytes: number; since?: Date };

/**
 * The response for something that can be sent in ranges.
 *
 * @param about headers of every response, beside those of its version.
 * @param whole headers of responses with bytes.
 */
export function answerInRanges(
  request: Asked,
  version: Version,
  about: Record<string, string>,
  whole: Record<string, string>,
): FileAnswer {
  const always = { ...describe(version), ...about };
  if (isUnchanged(request, version)) return { status: 304, headers: always };
  const range = byteRangeOf(rangeAsked(request, version), version.bytes);
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...always, 'content-length': 0, 'content-range': `bytes */${version.bytes}` } };
  const bytes = range ?? { first: 0, last: version.bytes - 1 };
  const headers = { ...always, ...whole, 'content-length': bytes.last - bytes.first + 1 };
  if (!range) return { status: 200, headers, bytes };
  const place = `bytes ${range.first}-${range.last}/${version.bytes}`;
  return { status: 206, headers: { ...headers, 'content-range': place }, bytes };
}

const describe = ({ tag, since }: Version) => ({
  etag: tag,
  ...(since && { 'last-modified': since.toUTCString() }),
  'accept-ranges': 'bytes',
  'x-content-type-options': 'nosniff',
});
