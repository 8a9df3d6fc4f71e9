import { useEffect } from 'react';

/**
 * Has pages of ours (and public lists of the API) kept for when there is no network, as they are visited.
 *
 * @param paths root-relative; pages of one person must be rendered in the browser, or they would be kept with what
 *   they show.
 */
export function useKeptOffline(...paths: readonly string[]): void {
  const all = paths.join(' ');
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    let left = false;
    // Never there in development, where no worker is registered.
    void navigator.serviceWorker.ready.then(({ active }) => {
      if (!left) active?.postMessage({ keep: all.split(' ') });
    });
    return () => {
      left = true;
    };
  }, [all]);
}

/**
 * The same of a part that is loaded only when somebody uses it, and that no page names. Its files are named to the
 * service worker once they are here: on the first visit of all they may have come before it was there to keep them.
 *
 * @param load the part's dynamic import, the same function at every rendering.
 */
export function usePartKeptOffline(load: () => Promise<unknown>): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const keep = async () => {
      const { active } = await navigator.serviceWorker.ready;
      await load();
      active?.postMessage({ keep: loadedAssets() });
    };
    // One that does not come now is kept at the next visit.
    keep().catch(() => undefined);
  }, [load]);
}

/** The files of the build that this page has loaded so far. */
const loadedAssets = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
