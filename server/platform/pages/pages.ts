import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerBuild } from 'react-router';
import { AppError, statusOf } from '../errors.ts';
import { registerRaw } from '../http/access.ts';
import { leaveHeaders } from '../http/answer-headers.ts';
import type { CallAsVisitor } from '../http/calls.ts';
import { contentOf, isHeld } from '../http/encodings.ts';
import { pageCache, type StoredPage } from '../http/page-cache.ts';
import { type OtherOrigins, pageHeaders, partHeaders, withPolicy } from '../http/page-security.ts';
import { etagOf, notModified, sendEncoded, sendStored } from '../http/send-stored.ts';
import { unavailable } from '../outage.ts';
import { networkOf } from '../request/network.ts';
import { barePage } from './bare-page.ts';
import { mountFirstView } from './first-view.ts';
import type { Asset } from './page-assets.ts';
import { isNowhere, plainPages } from './page-routes.ts';
import { type Facades, withLeanScripts } from './page-scripts.ts';
import { fromBuild, fromSources } from './page-source.ts';
import { type Rates, renderBudget } from './render-budget.ts';
import type { PageRequest, ServerEntry } from './server-entry.ts';

type PagesOptions = {
  /** Render from the sources through Vite. */
  dev: boolean;
  /** Whether rendered pages are cached; by default they are, except in development. */
  keep?: boolean;
  callAsVisitor: CallAsVisitor;
  /** Other origins that the pages need. */
  others?: OtherOrigins;
  /** Rate limits for rendering pages whose URLs are unlimited in number. */
  rates?: Rates;
  /** The web workspace; by default, the project's own. */
  web?: string;
};

export type Pages = {
  /** To be called after every change to a public page. */
  invalidate: () => void;
};

/** The maximum age of a cached page, in milliseconds, if nothing invalidates it. */
const ttl = 60_000;
const maxBytes = 48 * 1024 * 1024;

/**
 * Rate limits for renderings of URLs that are unlimited in number: searches, pages about one course or certificate,
 * other spellings. A ship's crew behind one IP address, or a search engine, stays far below its limit.
 */
const usualRates: Rates = { network: { burst: 300, perSecond: 5 }, together: { burst: 600, perSecond: 30 } };

/**
 * The path at which the not-found page is rendered once for all URLs that no page can have: it is the same for each of
 * them.
 */
const nowhere = '/nowhere';

/**
 * Pages are rendered at this origin whatever the Host header of a request is, so that no Host ends up in a cached page.
 */
const origin = 'http://fairlead.internal';

/**
 * Serves the site: the files of the build, and for every other URL below / a page, rendered without a session and
 * cached as a whole. Registers GET /* (HEAD with it), which leaves /api to the calls and their not-found response.
 */
export async function mountPages(app: FastifyInstance, options: PagesOptions): Promise<Pages> {
  const {
    dev,
    keep = !dev,
    callAsVisitor,
    others = {},
    rates = usualRates,
    web = resolve(import.meta.dirname, '../../../web'),
  } = options;
  const { load, asset, facades } = dev ? await fromSources(app, web) : await fromBuild(web);
  const report = (error: unknown) => app.log.error({ err: error }, 'page failed');
  const cache = pageCache({ maxBytes, ttl });
  app.caches.set('pages', cache.use);
  const secondsToWait = renderBudget(rates);

  registerRaw(app, {
    method: 'GET',
    url: '/*',
    who: 'anyone',
    handler: async (request, reply) => {
      const { pathname, searchParams } = urlOf(request.url);
      if (/^\/api(\/|$)/i.test(pathname)) return reply.callNotFound();
      const file = await asset(pathname);
      if (file) return sendAsset(request, reply, file);
      if (pathname.startsWith('/assets/')) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
      const build = await load();
      const url = isNowhere(build, pathname) ? nowhere : pathname + search(searchParams, queryNames(build, pathname));
      const render = async () => {
        const isCounted = keep && url !== nowhere && !plainPages(build).has(url);
        const wait = isCounted ? secondsToWait(networkOf(request.ip)) : 0;
        return wait > 0 ? tooMany(wait) : renderPage(build, url, { callAsVisitor, report, dev, others, facades });
      };
      const status = url === nowhere ? 404 : 200;
      return sendStored(request, reply, await (keep ? cache.get(url, render, status) : render()));
    },
  });
  const visit = (entry: ServerEntry) => visitorOf({ callAsVisitor, report }, entry, () => undefined);
  const offer = (entry: ServerEntry) => ({ visit: visit(entry), nonce: '', report });
  mountFirstView(app, { load, offer, secondsToWait, origin });
  return { invalidate: cache.invalidate };
}

/**
 * The calls for loaders. An error of a call becomes the status of the page; when a dependency is unavailable, with a
 * Retry-After. An invalid parameter in the URL becomes 404.
 */
function visitorOf(
  { callAsVisitor, report }: Pick<Rendering, 'callAsVisitor' | 'report'>,
  { data }: ServerEntry,
  onLost: (refusal: AppError) => void,
): PageRequest['visit'] {
  return async ({ method, path }, parts = {}) => {
    try {
      return await callAsVisitor(method, path, parts);
    } catch (error) {
      const refusal = error instanceof AppError ? error : unavailable(error);
      if (!refusal) throw error;
      if (refusal !== error) {
        report(error);
        onLost(refusal);
      }
      const { code, message } = refusal;
      throw data({ code, message }, { status: code === 'invalid' ? 404 : statusOf[code] });
    }
  };
}

const handlers = new WeakMap<ServerBuild, ReturnType<ServerEntry['createRequestHandler']>>();

function handlerOf(build: ServerBuild, { createRequestHandler }: ServerEntry, dev: boolean) {
  const handler = handlers.get(build) ?? createRequestHandler(build, dev ? 'development' : 'production');
  handlers.set(build, handler);
  return handler;
}

function tooMany(seconds: number): StoredPage {
  const nonce = randomBytes(16).toString('base64url');
  const sentence = `Too many pages were requested at once. Please try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`;
  const { html, policy } = withPolicy(barePage('One moment, please', sentence, nonce), nonce);
  const headers = {
    ...pageHeaders,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'accept-encoding',
    'retry-after': String(seconds),
    'content-security-policy': policy,
  };
  const etag = etagOf(html);
  return { status: statusOf['too-many'], headers, etag, body: contentOf(html, etag), keptUntil: 0 };
}

type Rendering = {
  callAsVisitor: CallAsVisitor;
  report: PageRequest['report'];
  dev: boolean;
  others: OtherOrigins;
  facades: Facades;
};

async function renderPage(build: ServerBuild, url: string, rendering: Rendering): Promise<StoredPage> {
  const { report, dev, others, facades } = rendering;
  const entry = build.entry.module as unknown as ServerEntry;
  const nonce = randomBytes(16).toString('base64url');
  // a bare request, without Cookie or Authorization, so that the result can be shown to everybody
  const request = new Request(origin + url);
  const lost: AppError[] = [];
  const onLost = (refusal: AppError) => void lost.push(refusal);
  const context = entry.contextFor({ visit: visitorOf(rendering, entry, onLost), nonce, report });
  const response = await handlerOf(build, entry, dev)(request, context);
  const headers: Record<string, string> = {
    ...Object.fromEntries(response.headers),
    ...pageHeaders,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  };
  let content = await response.text();
  if (headers['content-type']?.startsWith('text/plain') && response.status >= 500) {
    headers['content-type'] = 'text/html; charset=utf-8';
    content = barePage('Something went wrong', 'The error is on our side. Please try again.', nonce);
  }
  const [refusal] = lost;
  let { status } = response;
  if (refusal && headers['content-type']?.startsWith('text/html')) {
    // Every page shows the academy's name, so none can be rendered without the database.
    content = barePage('The academy cannot answer at the moment', refusal.message, nonce);
    status = statusOf.unavailable;
    headers['retry-after'] = String(refusal.retryAfter);
  }
  if (headers['content-type']?.startsWith('text/html')) {
    const shown = withPolicy(withLeanScripts(content, facades), nonce, others);
    content = shown.html;
    // Vite's own inline scripts vary; in development there is nothing to protect
    if (!dev) headers['content-security-policy'] = shown.policy;
  }
  const etag = etagOf(content);
  return { status, headers, etag, body: contentOf(content, etag), keptUntil: 0 };
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, file: Asset) {
  const { type, cacheControl, etag, body, isPart } = file;
  reply.headers({ ...(isPart ? partHeaders : pageHeaders), 'content-type': type, 'cache-control': cacheControl });
  reply.headers({ etag, vary: 'accept-encoding' });
  if (isPart) leaveHeaders(reply);
  return isHeld(request.headers['if-none-match'], etag) ? notModified(reply) : sendEncoded(request, reply, body);
}

/**
 * The requested URL, at our own origin. Several leading slashes count as one, because two would begin a host name. A
 * proxy may send a full URL; its host is left out.
 */
function urlOf(asked: string): URL {
  const url = new URL(origin + asked.replace(/^https?:\/\/[^/]*/i, ''));
  url.pathname = url.pathname.replace(/^\/+/, '/');
  return url;
}

/**
 * The query parameters that reach a page. Each other one (campaign parameters, junk) would create another copy of the
 * page.
 */
function queryNames(build: ServerBuild, pathname: string): readonly string[] {
  const page = pathname.replace(/\.data$/, '');
  const names = plainPages(build).get(page.toLowerCase().replace(/(?<=.)\/$/, '')) ?? [];
  return page === pathname ? names : [...names, '_routes'];
}

/** The known query parameters, in a fixed order, so that the same page has one cache key. */
function search(query: URLSearchParams, names: readonly string[]): string {
  const kept = names.flatMap((name) => {
    const value = query.get(name);
    return value && value.length <= 300 ? [[name, value] as [string, string]] : [];
  });
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : '';
}
