import type { Page } from '@playwright/test';

/**
 * How many films have watched seconds on this device that the server has not acknowledged (lib/device/kept-store.ts).
 */
export const keptFilms = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // opening it would create it, without the store of the site
    if (!(await indexedDB.databases()).some(({ name }) => name === 'fairlead')) return 0;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const opening = indexedDB.open('fairlead');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const keys = opening.result.transaction('kept').objectStore('kept').getAllKeys();
      keys.onsuccess = () => {
        opening.result.close();
        resolve((keys.result as string[][]).filter(([kind]) => kind === 'watched').length);
      };
    };
    return promise;
  });
