/** The service worker that serves this page, if there is one. */
export const servingWorker = (): ServiceWorker | null =>
  'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;

/** Has the service worker forget all keys: at a logout, from whichever page. */
export const forgetLentKeys = (): void => servingWorker()?.postMessage({ forgetKeys: true });

/**
 * Lends the service worker the key of a person, or with undefined has it forgotten; at once, since a page may be about
 * to close.
 */
export const lendKey = (person: string, key: CryptoKey | undefined): void =>
  servingWorker()?.postMessage({ aboard: { person, key } });
