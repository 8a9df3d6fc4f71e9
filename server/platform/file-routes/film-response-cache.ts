import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { OpenFile } from '../files/open-file.ts';
import type { StoredFile } from '../files/stored-files.ts';
import { headersEverywhere } from '../http/answer-headers.ts';
import { answerBeforeRouting } from '../http/before-routing.ts';
import { hitCounter } from '../http/measures.ts';
import type { Platform } from '../platform.ts';
import { traceOf } from '../trace.ts';
import { fileAnswer, isFilm } from './file-answer.ts';
import { sendBytes } from './send-bytes.ts';
import { openStored } from './send-file.ts';

/** How long a link is cached, in milliseconds. A film that is removed still plays for this long. */
const remembered = 60_000;
/** The maximum number of cached links, each with its file open. */
const most = 500;
const longestUrl = 300;

/** A film opened by a link. */
type Opened = { stored: StoredFile; file: SharedFile; until: number };

/** Caches that a link has opened a file, if it is a film. */
export type RememberOpened = (url: string, stored: StoredFile, expires: Date) => Promise<void>;

/**
 * Film response cache: for a minute after a signed link of a film was accepted, requests for it are answered without
 * routing, access check, hooks or database. A player requests one range after the other by the same link, and the link
 * alone gives access. Link and response are those of the route; a URL that is spelled differently goes through the
 * route.
 */
export function openFilmResponseCache(
  app: FastifyInstance,
  { files, config, clock, route }: Pick<Platform, 'files' | 'config' | 'clock'> & { route: string },
): RememberOpened {
  const always = headersEverywhere(config);
  const opened = new LRUCache<string, Opened>({
    max: most,
    ttl: remembered,
    ttlAutopurge: true,
    dispose: ({ file }) => file.letGo(),
  });

  const { count, use } = hitCounter(opened);
  app.caches.set('films', use);

  answerBeforeRouting(app, (request: IncomingMessage, response: ServerResponse) => {
    const { method, url = '' } = request;
    // a response without a socket waits for the previous one on the same connection
    if ((method !== 'GET' && method !== 'HEAD') || !response.socket) return false;
    const film = opened.get(url);
    if (!film || film.until <= clock().getTime()) return false;
    count(true);
    const begun = performance.now();
    const { status, headers, bytes } = fileAnswer(request, film.stored, files.handOver);
    response.writeHead(status, { ...always, ...headers });
    const logRequest = () =>
      app.log.info(
        { trace: traceOf(request), method, route, status, ms: Math.round(performance.now() - begun) },
        'request',
      );
    if (!bytes || method === 'HEAD') {
      response.end();
      logRequest();
      return true;
    }
    film.file
      .lend((file) => sendBytes(response, file, bytes))
      .then(logRequest, (err: unknown) => app.log.error({ err, file: film.stored.id }, 'a film broke off'));
    return true;
  });
  app.addHook('preClose', async () => opened.clear());

  return async (url, stored, expires) => {
    if (!isFilm(stored) || url.length > longestUrl) return;
    count(false);
    const file = new SharedFile(await openStored(app.log, files, stored));
    const until = Math.min(expires.getTime(), clock().getTime() + remembered);
    opened.set(url, { stored, file, until });
  };
}

/** An open file with several readers; it is closed when it was released and the last reader is done. */
class SharedFile {
  readonly #file: OpenFile;
  #readers = 1;
  constructor(file: OpenFile) {
    this.#file = file;
  }

  async lend(read: (stored: OpenFile['stored']) => Promise<void>): Promise<void> {
    this.#readers += 1;
    try {
      await read(this.#file.stored);
    } finally {
      this.letGo();
    }
  }

  letGo(): void {
    this.#readers -= 1;
    if (this.#readers === 0) void this.#file.close();
  }
}
