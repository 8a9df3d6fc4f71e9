// The pages that the service worker has cached, with their files. Nothing personal is ever stored: pages are fetched
// without credentials, and of the API only the public lists and keys are cached that are needed to verify a
// certificate.
import { comesBack } from '../app/lib/calls/comes-back.ts';
import { isQuota } from '../app/lib/device/aboard/aboard-store.ts';
import type { KeepOutcome } from '../app/lib/device/aboard/keep-outcome.ts';

/** The only API responses that are cached: public, and the same for everybody. */
export const publicData: readonly string[] = ['/api/verify/keys', '/api/verify/withdrawals', '/api/log/keys'];
export const cacheNames = { pages: 'pages', data: 'data', assets: 'assets' } as const;
/** When there are more than this, the oldest asset files are deleted; those of cached pages are renewed and so stay. */
const mostAssets = 150;
/** Paths are matched without regard to case and trailing slash, as the site's routes are. */
export const keyOf = ({ pathname }: URL): string => pathname.toLowerCase().replace(/(.)\/$/, '$1');
export const isAsset = ({ pathname }: URL): boolean => pathname.startsWith('/assets/');
const urlOf = (path: string): URL => new URL(path, location.origin);

/** The server's answer for a path was not the page or file itself. */
class Refused extends Error {
  readonly path: string;

  constructor({ pathname: path }: URL, { status }: Response) {
    super(`${path} answers ${status}`);
    this.path = path;
  }
}

/** @throws Refused for an error status; one by which the server comes back is an Error, as for a lost network. */
function requireOk(url: URL, response: Response): void {
  if (response.ok) return;
  throw comesBack(response.status) ? new Error('The server is away') : new Refused(url, response);
}

/** Caches pages, files of the build and public lists, as many of them as it can, and says why one is not cached. */
export async function keepAll(paths: readonly string[]): Promise<KeepOutcome> {
  const all = await Promise.allSettled(paths.map(keep));
  const reasons = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (reasons.some(isQuota)) return { outcome: 'full' };
  const refused = reasons.find((reason) => reason instanceof Refused);
  if (refused) return { outcome: 'refused', path: refused.path };
  return { outcome: reasons.length > 0 ? 'lost' : 'kept' };
}

/** Waits for a copy, for which the browser may have no space: that must not cost a page its answer. */
export const whereRoom = (cached: Promise<void>): Promise<void> =>
  cached.catch((error: unknown) => {
    if (!isQuota(error)) throw error;
  });

/**
 * Caches one page, file of the build or public list.
 *
 * @throws Refused when the server answers with an error status; DOMException `QuotaExceededError` when the browser
 *   gives no more space; another Error without a network, or while the server is away.
 */
export async function keep(path: string): Promise<void> {
  const url = urlOf(path);
  if (isAsset(url)) return keepAsset(url.pathname, await youngAssets());
  const response = await fetch(url, { cache: 'no-cache', credentials: 'omit' });
  requireOk(url, response);
  if (publicData.includes(keyOf(url))) return cacheResponse(cacheNames.data, url, response);
  await keepPage(url, response);
}

/** Caches a page once all its files are there: with those of an older one missing, it could not be shown. */
export async function keepPage(url: URL, response: Response): Promise<void> {
  await keepAssets(await response.clone().text());
  await cacheResponse(cacheNames.pages, url, response);
}

export async function cacheResponse(name: string, url: URL, response: Response): Promise<void> {
  const cache = await caches.open(name);
  await cache.put(keyOf(url), response);
}

/**
 * Caches the scripts and fonts that a page names; those in the cache already move away from the end that is deleted.
 */
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
  requireOk(urlOf(path), response);
  await cache.put(path, response);
}

/** The younger half of the files that may be cached: these will not be deleted soon. */
async function youngAssets(): Promise<ReadonlySet<string>> {
  const all = await (await caches.open(cacheNames.assets)).keys();
  return new Set(all.slice(-mostAssets / 2).map(({ url }) => new URL(url).pathname));
}

export async function trimAssets(): Promise<void> {
  const cache = await caches.open(cacheNames.assets);
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - mostAssets)).map((one) => cache.delete(one)));
}
