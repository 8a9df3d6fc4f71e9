import type { IncomingHttpHeaders } from 'node:http';
import { type ByteRange, byteRangeOf } from '@fairlead/contract/byte-range';
import { type Folder, isDownloadedOnce, isOpenFolder } from '../files/folders.ts';
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

function dispositionOf(stored: StoredFile): string {
  const kind = isShown(stored) ? 'inline' : 'attachment';
  const name = stored.originalName ?? stored.filename;
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

/** A stored file never changes, so its hash is a strong ETag, valid for `If-Range` too. */
const tagOf = ({ sha256 }: StoredFile) => `"${sha256.slice(0, 32)}"`;

function isUnchanged(request: Asked, stored: StoredFile): boolean {
  const tags = request.headers['if-none-match'];
  if (tags !== undefined) {
    const known = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return known.includes(tagOf(stored)) || known.includes('*');
  }
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  return Math.floor(stored.createdAt.getTime() / 1000) * 1000 <= since;
}

/**
 * The range that a request asks for, if the browser's first part is of this very version; else the whole file is sent
 * (RFC 9110, 13.1.5).
 */
function rangeAsked(request: Asked, stored: StoredFile): string | undefined {
  const condition = request.headers['if-range'];
  const holds = condition === undefined || condition === tagOf(stored) || condition === stored.createdAt.toUTCString();
  return holds ? request.headers.range : undefined;
}

/** Whether a file is a film: it is stored unencrypted, and a link alone gives access to it. */
export const isFilm = ({ folder, contentType }: Pick<StoredFile, 'folder' | 'contentType'>): boolean =>
  folder === ('trainingVideo' satisfies Folder) && contentType.startsWith('video/');

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
  const about = describe(stored);
  if (isUnchanged(request, stored)) return { status: 304, headers: about };
  const { folder, filename, sizeBytes } = stored;
  const headers = { ...about, 'content-type': typeOf(stored), 'content-disposition': dispositionOf(stored) };
  if (handOver !== undefined && isFilm(stored)) {
    // nginx adds this header itself, so it would be there twice
    const { 'accept-ranges': _, ...rest } = headers;
    const url = `${handOver}/${folder}/${filename}`;
    return { status: 200, headers: { ...rest, 'content-length': 0, 'x-accel-redirect': url } };
  }
  const range = byteRangeOf(rangeAsked(request, stored), sizeBytes);
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...about, 'content-length': 0, 'content-range': `bytes */${sizeBytes}` } };
  }
  const bytes = range ?? { first: 0, last: sizeBytes - 1 };
  const whole = { ...headers, 'content-length': bytes.last - bytes.first + 1 };
  if (!range) return { status: 200, headers: whole, bytes };
  return {
    status: 206,
    headers: { ...whole, 'content-range': `bytes ${range.first}-${range.last}/${sizeBytes}` },
    bytes,
  };
}

const describe = (stored: StoredFile) => ({
  etag: tagOf(stored),
  'last-modified': stored.createdAt.toUTCString(),
  'cache-control': cachingOf(stored.folder),
  'accept-ranges': 'bytes',
  'x-content-type-options': 'nosniff',
  'content-security-policy': policyOf(stored),
});
