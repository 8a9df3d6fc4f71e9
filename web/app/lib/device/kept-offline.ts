import { useEffect } from 'react';

/**
 * Has the service worker cache pages of the site (and public lists of the API) for offline use, when they are visited.
 *
 * @param paths root-relative; pages with personal content must be rendered in the browser, or the cache would hold that
 *   content.
 */
export function useKeptOffline(...paths: readonly string[]): void {
  const all = paths.join(' ');
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    let left = false;
    // Never ready in development, where no service worker is registered.
    void navigator.serviceWorker.ready.then(({ active }) => {
      if (!left) active?.postMessage({ keep: all.split(' ') });
    });
    return () => {
      left = true;
    };
  }, [all]);
}

/**
 * The same for a lazily loaded part, which no page's HTML names. It loads the part, then reports its files to the
 * service worker: on the first visit they may have loaded before the service worker could cache them.
 *
 * @param load the dynamic import of the part, the same function at every render.
 */
export function usePartKeptOffline(load: () => Promise<unknown>): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const keep = async () => {
      const { active } = await navigator.serviceWorker.ready;
      await load();
      active?.postMessage({ keep: loadedAssets() });
    };
    // A part that fails to load now is cached on the next visit.
    keep().catch(() => undefined);
  }, [load]);
}

/** The files of the build that this page has loaded so far. */
export const loadedAssets = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
