// Offline support: the offline page in place of any page that is not cached, and the pages that somebody has visited
// and that asked to be cached (web/app/lib/device/kept-offline.ts). Nothing personal is ever stored: pages are fetched
// without credentials, and of the API only the public lists and keys are cached that are needed to verify a certificate.
// And the files that somebody has taken aboard, decrypted with the key that a page lends (aboard-files.ts).
import { aboardFile, forgetKeys, heldKey, lend } from './aboard-files.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;

const offlinePage = '/offline';
/** The only API responses that are cached: public, and the same for everybody. */
const publicData: readonly string[] = ['/api/verify/keys', '/api/verify/withdrawals', '/api/log/keys'];
const cacheNames = { pages: 'pages', data: 'data', assets: 'assets' } as const;
/** When there are more than this, the oldest asset files are deleted; those of cached pages are renewed and so stay. */
const mostAssets = 150;
/**
 * For a link that is nearly dead: the cached copy is used when there is no response within this time, in milliseconds.
 */
const patience = 8_000;

/** Paths are matched without regard to case and trailing slash, as the site's routes are. */
const keyOf = ({ pathname }: URL): string => pathname.toLowerCase().replace(/(.)\/$/, '$1');
const isAsset = ({ pathname }: URL): boolean => pathname.startsWith('/assets/');
const urlOf = (path: string): URL => new URL(path, worker.location.origin);

async function keep(path: string): Promise<void> {
  const url = urlOf(path);
  if (isAsset(url)) return keepAsset(url.pathname, await youngAssets());
  const response = await fetch(url, { cache: 'no-cache', credentials: 'omit' });
  if (!response.ok) return;
  if (publicData.includes(keyOf(url))) return store(cacheNames.data, url, response);
  await keepPage(url, response);
}

/** Caches a page once all its files are there: with those of an older one missing, it could not be shown. */
async function keepPage(url: URL, response: Response): Promise<void> {
  await keepAssets(await response.clone().text());
  await store(cacheNames.pages, url, response);
}

async function store(name: string, url: URL, response: Response): Promise<void> {
  const cache = await caches.open(name);
  await cache.put(keyOf(url), response);
}

/** Caches the scripts and fonts that a page names; those in the cache already move away from the end that is deleted. */
async function keepAssets(html: string): Promise<void> {
  const named = new Set(html.match(/\/assets\/[\w.-]+/g) ?? []);
  const young = await youngAssets();
  await Promise.all([...named].map((path) => keepAsset(path, young)));
}

/**
 * Caches a file, or moves it to the end of the cache's order. One that is young stays where it is: the browser keeps
 * compiled code with a script in the cache, and drops it when the script is put there again.
 */
async function keepAsset(path: string, young: ReadonlySet<string>): Promise<void> {
  const cache = await caches.open(cacheNames.assets);
  const kept = await cache.match(path);
  if (kept && young.has(path)) return;
  const response = kept ?? (await fetch(path));
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  await cache.put(path, response);
}

/** The younger half of the files that may be cached: these will not be deleted soon. */
async function youngAssets(): Promise<ReadonlySet<string>> {
  const all = await (await caches.open(cacheNames.assets)).keys();
  return new Set(all.slice(-mostAssets / 2).map(({ url }) => new URL(url).pathname));
}

async function trimAssets(): Promise<void> {
  const cache = await caches.open(cacheNames.assets);
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - mostAssets)).map((one) => cache.delete(one)));
}

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
    if (response.ok) await store(cacheNames.data, url, response.clone());
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
    await cache.put(pathname, response.clone());
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
  const kept = Promise.allSettled(paths.map(keep));
  event.waitUntil(kept.then((all) => event.ports[0]?.postMessage(all.every(({ status }) => status === 'fulfilled'))));
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
