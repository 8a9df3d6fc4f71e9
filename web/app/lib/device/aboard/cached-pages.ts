import { loadedAssets } from '../kept-offline.ts';
import type { KeepOutcome } from './keep-outcome.ts';

/**
 * Has the service worker cache pages of the site (and public lists of the API), and the files that this page has
 * loaded.
 *
 * @returns what came of it; `refused` also where no service worker serves this page.
 * @throws DOMException `QuotaExceededError` when the browser gives no more space.
 */
export async function keepOffline(paths: readonly string[]): Promise<Exclude<KeepOutcome, { outcome: 'full' }>> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return { outcome: 'refused', path: '' };
  const outcome = await new Promise<KeepOutcome>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    // the worker of an earlier build, which may still serve this page, answers with true or false
    port1.onmessage = ({ data }) => resolve(data?.outcome ? data : { outcome: data === true ? 'kept' : 'lost' });
    worker.postMessage({ keep: [...paths, ...loadedAssets()] }, [port2]);
  });
  if (outcome.outcome === 'full') throw new DOMException('no space for pages', 'QuotaExceededError');
  return outcome;
}

/** Whether pages are cached, and the files that the first of them names (web/worker/service-worker.ts). */
export async function areKept(paths: readonly string[]): Promise<boolean> {
  const pages = await Promise.all(paths.map((path) => caches.match(path.toLowerCase())));
  if (pages.some((page) => page === undefined)) return false;
  const files = (await pages[0]?.text())?.match(/\/assets\/[\w.-]+/g) ?? [];
  return (await Promise.all(files.map((file) => caches.match(file)))).every((file) => file !== undefined);
}
