import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { pathOf } from '../../../platform/archives/zip-entries.ts';
import { answerInRanges } from '../../../platform/file-routes/file-answer.ts';
import { answerUnreadable } from '../../../platform/http/unreadable-requests.ts';
import { groundLost } from '../../../platform/outage.ts';
import type { Platform } from '../../../platform/platform.ts';
import { contentHeaders } from './content-headers.ts';
import { contentLinks } from './content-links.ts';
import { type ContentFile, type FindHolder, rightsToPlay } from './may-play.ts';
import { playerFile, playerPage } from './player-files.ts';

/** A page of a package at the second origin: the token, and the path of a file; none for the page that plays it. */
const address = /^\/p\/([A-Za-z0-9_-]{100,200})\/(?:content\/(.+))?$/;

type Options = { findHolder: FindHolder; onError: (error: unknown) => void };

/**
 * The second origin, at which packages are played. Whatever a package's scripts do there, they are in another origin
 * than the academy's pages: without a session, a cookie or a call of the API. It knows three kinds of URLs: the scripts
 * of the player, the page that plays a package, and the files of a package; the last two have a token in the path.
 */
export function createContentServer(platform: Platform, { findHolder, onError }: Options): Server {
  const links = contentLinks(platform);
  const mayPlay = rightsToPlay(platform, findHolder);
  const academy = new URL(platform.config.publicUrl).origin;
  const headers = contentHeaders(academy);
  const page = playerPage(academy);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(`http://content${request.url ?? '/'}`);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
    // a script that stayed behind would answer for the packages that come after
    if (request.headers['service-worker'] === 'script') return refuse(response, 403);
    if (pathname.startsWith('/player/')) return sendPlayerFile(request, response, pathname.slice(8));
    const [, token = '', path] = address.exec(pathname) ?? [];
    const holder = links.read(token);
    const file = holder && (await mayPlay(token, holder));
    if (!holder || !file) return refuse(response, 404);
    if (path === undefined) {
      response.writeHead(200, { ...headers.ofPage, 'content-type': 'text/html; charset=utf-8' });
      response.end(page);
      return;
    }
    await sendEntry(request, response, { versionId: holder.versionId, file, path });
  }

  function refuse(response: ServerResponse, status: number): void {
    const words = status === 503 ? 'Not available at the moment' : 'Not found';
    response.writeHead(status, { ...headers.ofRefusal, 'content-type': 'text/plain; charset=utf-8' });
    response.end(words);
  }

  async function sendPlayerFile(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const file = await playerFile(name);
    if (!file) return refuse(response, 404);
    const { type, content, gzip, tag } = file;
    const always = { ...headers.ofScript, etag: tag, vary: 'accept-encoding' };
    if (request.headers['if-none-match'] === tag) {
      response.writeHead(304, always).end();
      return;
    }
    const isGzip = takesGzip(request);
    response.writeHead(200, { ...always, 'content-type': type, ...(isGzip && { 'content-encoding': 'gzip' }) });
    response.end(isGzip ? gzip : content);
  }

  type Wanted = { versionId: string; file: ContentFile; path: string };

  async function sendEntry(request: IncomingMessage, response: ServerResponse, wanted: Wanted): Promise<void> {
    const path = decoded(wanted.path);
    const entry =
      path === undefined
        ? undefined
        : await platform.db
            .selectFrom('packageEntry')
            .select(['mediaType', 'beginsAt', 'sizeBytes', 'isCompressed'])
            .where('versionId', '=', wanted.versionId)
            .where('path', '=', pathOf(path))
            .executeTakeFirst();
    if (!entry) return refuse(response, 404);
    const { mediaType, beginsAt, sizeBytes, isCompressed } = entry;
    const isUnpacked = isCompressed && !takesGzip(request);
    const version = {
      tag: `"${wanted.versionId.slice(0, 23)}-${beginsAt}${isUnpacked ? '-plain' : ''}"`,
      bytes: sizeBytes,
    };
    // a part of a compressed file means nothing to anybody
    const asked = isCompressed ? { headers: { ...request.headers, range: undefined } } : request;
    const answered = answerInRanges(asked, version, headers.ofPackage, { 'content-type': typeOf(mediaType) });
    const { 'accept-ranges': _, 'content-length': length, ...rest } = answered.headers;
    response.writeHead(answered.status, {
      ...rest,
      ...(isCompressed ? { vary: 'accept-encoding' } : { 'accept-ranges': 'bytes' }),
      ...(isCompressed && !isUnpacked && answered.bytes && { 'content-encoding': 'gzip' }),
      ...(!isUnpacked && length !== undefined && { 'content-length': length }),
    });
    const { bytes } = answered;
    if (!bytes || bytes.last < bytes.first || request.method === 'HEAD') {
      response.end();
      return;
    }
    const stored = await platform.files.open('packages', wanted.file.filename);
    const content: Readable = stored.stream(beginsAt + bytes.first, beginsAt + bytes.last);
    await (isUnpacked ? pipeline(content, createGunzip(), response) : pipeline(content, response));
  }

  const server = createServer({ keepAliveTimeout: 30_000, requestTimeout: 30_000 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      // the reader has gone
      if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
      onError(error);
      if (response.headersSent) response.destroy();
      else refuse(response, groundLost(error) ? 503 : 500);
    });
  });
  server.headersTimeout = 20_000;
  server.on('clientError', answerUnreadable);
  return server;
}

const takesGzip = ({ headers }: IncomingMessage) => /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));

/** Texts of packages say themselves how they are written; without a word, browsers would not assume UTF-8. */
const typeOf = (mediaType: string) =>
  mediaType === 'text/html' || mediaType.endsWith('xml') || !mediaType.startsWith('text/')
    ? mediaType
    : `${mediaType}; charset=utf-8`;

/** The name in a path; undefined for one that no entry has: control characters are refused in a package's names. */
function decoded(path: string): string | undefined {
  try {
    const name = decodeURIComponent(path);
    return /\p{Cc}/u.test(name) ? undefined : name;
  } catch {
    return undefined;
  }
}
