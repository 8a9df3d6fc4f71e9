import { loadedAssets } from '../kept-offline.ts';

/**
 * Has the service worker cache pages of the site (and public lists of the API), and the files that this page has loaded.
 *
 * @returns whether all of them are cached; false also where no service worker serves this page.
 */
export async function keepOffline(paths: readonly string[]): Promise<boolean> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return false;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    worker.postMessage({ keep: [...paths, ...loadedAssets()] }, [port2]);
  });
}

/** Whether pages are cached, and the files that the first of them names (web/worker/service-worker.ts). */
export async function areKept(paths: readonly string[]): Promise<boolean> {
  const pages = await Promise.all(paths.map((path) => caches.match(path.toLowerCase())));
  if (pages.some((page) => page === undefined)) return false;
  const files = (await pages[0]?.text())?.match(/\/assets\/[\w.-]+/g) ?? [];
  return (await Promise.all(files.map((file) => caches.match(file)))).every((file) => file !== undefined);
}
