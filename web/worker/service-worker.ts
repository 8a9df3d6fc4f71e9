// Offline support: the offline page in place of any page that is not cached, and the pages that somebody has visited
// and that asked to be cached (page-cache.ts). And the files that somebody has taken aboard, decrypted with the key
// that a page lends (aboard-files.ts, lent-keys.ts).
import { aboardFile } from './aboard-files.ts';
import { forgetKeys, heldKey, lend } from './lent-keys.ts';
import {
  cacheNames,
  cacheResponse,
  isAsset,
  keep,
  keepAll,
  keepPage,
  keyOf,
  publicData,
  trimAssets,
  whereRoom,
} from './page-cache.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;

const offlinePage = '/offline';
/**
 * For a link that is nearly dead: the cached copy is used when there is no response within this time, in milliseconds.
 */
const patience = 8_000;

/** Fetches from the network. A response updates the cached page; without a response, the cached page is returned. */
async function page(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const url = new URL(request.url);
  const cache = await caches.open(cacheNames.pages);
  const kept = await cache.match(keyOf(url));
  try {
    const response = await fetch(request, kept ? { signal: AbortSignal.timeout(patience) } : {});
    // a page that cannot be cached now stays as it was cached before
    if (kept && response.ok && !response.redirected)
      event.waitUntil(keepPage(url, response.clone()).catch(() => undefined));
    return response;
  } catch {
    return kept ?? (await cache.match(offlinePage)) ?? Response.error();
  }
}

async function data(request: Request): Promise<Response> {
  const url = new URL(request.url);
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(patience) });
    if (response.ok) await whereRoom(cacheResponse(cacheNames.data, url, response.clone()));
    return response;
  } catch {
    return (await (await caches.open(cacheNames.data)).match(keyOf(url))) ?? Response.error();
  }
}

/** Asset names contain a hash of their content: a cached copy never changes. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(cacheNames.assets);
  const { pathname } = new URL(request.url);
  const kept = await cache.match(pathname);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    await whereRoom(cache.put(pathname, response.clone()));
    await trimAssets();
  }
  return response;
}

worker.addEventListener('install', (event) => {
  event.waitUntil(keep(offlinePage).then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener('message', (event) => {
  if ('aboard' in event.data) return lend(event.data.aboard);
  if ('forgetKeys' in event.data) return forgetKeys();
  if ('lendBack' in event.data) return event.ports[0]?.postMessage(heldKey(event.data.lendBack));
  const { keep: paths } = event.data as { keep: readonly string[] };
  // A path that fails now is cached on the next visit.
  event.waitUntil(keepAll(paths).then((outcome) => event.ports[0]?.postMessage(outcome)));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    // A document of the API, a film or a PDF is not a page.
    if (!/^\/api(\/|$)/i.test(url.pathname)) event.respondWith(page(event));
    return;
  }
  const ofFile = aboardFile(url);
  if (ofFile) event.respondWith(ofFile(request));
  else if (isAsset(url)) event.respondWith(asset(request));
  else if (publicData.includes(keyOf(url))) event.respondWith(data(request));
});
