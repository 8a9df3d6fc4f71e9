import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { traceOf } from '../trace.ts';
import { answerBeforeRouting } from './before-routing.ts';
import { encodingFor, isHeld } from './encodings.ts';
import { hitCounter } from './measures.ts';
import type { StoredPage } from './page-cache.ts';

/** A response that was sent from a cached page, ready to be sent again byte for byte. */
type Ready = { page: StoredPage; route: string; headers: OutgoingHttpHeaders; bytes: Buffer };

/** The maximum number of cached responses, by URL and encoding; their bytes are shared with the page cache. */
const most = 1000;
const longestUrl = 300;

/** A 304 has no body, and none of the headers that describe it. */
const ofBody = new Set(['content-type', 'content-length', 'content-encoding']);

const sentFrom = new WeakMap<FastifyReply, StoredPage>();

/** Marks a reply as consisting of a cached page only, so that it may be sent again. */
export const sentFromStore = (reply: FastifyReply, page: StoredPage): void => void sentFrom.set(reply, page);

/**
 * Response cache: sends a response again, before routing, if it was sent once from the page cache; such a page is the
 * same for everybody. A response stays valid as long as the page cache holds its page. To be called after every hook
 * that adds headers.
 */
export function openResponseCache(app: FastifyInstance): void {
  const ready = new LRUCache<string, Ready>({ max: most });
  const { count, use } = hitCounter(ready);
  app.caches.set('responses', use);
  const keyOf = ({ url = '', headers }: IncomingMessage) => `${encodingFor(headers['accept-encoding'])} ${url}`;

  app.addHook('onSend', (request, reply, payload, done) => {
    const page = sentFrom.get(reply);
    const isWhole = reply.statusCode === 200 && request.method === 'GET' && Buffer.isBuffer(payload);
    if (page && isWhole && request.url.length <= longestUrl) {
      const route = request.routeOptions.url ?? 'unknown';
      const headers = { ...reply.getHeaders(), 'content-length': payload.length } as OutgoingHttpHeaders;
      count(false);
      ready.set(keyOf(request.raw), { page, route, headers, bytes: payload });
    }
    done();
  });

  /** Whether the request was answered. */
  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET') return false;
    const kept = ready.get(keyOf(request));
    const isHit = kept !== undefined && performance.now() <= kept.page.keptUntil;
    if (!isHit) return false;
    count(true);
    const { page, route, headers, bytes } = kept;
    const status = isHeld(request.headers['if-none-match'], page.etag) ? 304 : 200;
    if (status === 200) response.writeHead(200, headers).end(bytes);
    else
      response.writeHead(304, Object.fromEntries(Object.entries(headers).filter(([name]) => !ofBody.has(name)))).end();
    app.log.info({ trace: traceOf(request), method: 'GET', route, status, ms: 0 }, 'request');
    return true;
  };

  answerBeforeRouting(app, answer);
  app.addHook('preClose', async () => ready.clear());
}
