import { expect, type Page } from '@playwright/test';

/** Begins to take the course whose page is open aboard. */
export async function beginAboard(page: Page): Promise<void> {
  // the service worker serves the page from its first visit on, once it has begun
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.getByRole('button', { name: 'Take aboard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take aboard' }).click();
  // a page that is left before has begun nothing
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Takes the course whose page is open aboard, and waits until it is there. */
export async function takeAboard(page: Page): Promise<void> {
  await beginAboard(page);
  await expect(page.getByText('This course is on this device')).toBeVisible({ timeout: 60_000 });
}

/** Sets a PIN on the page Courses Aboard. */
export async function choosePin(page: Page, pin: string): Promise<void> {
  await page.getByRole('button', { name: 'Set a PIN' }).click();
  await page.getByLabel('New PIN', { exact: true }).fill(pin);
  await page.getByLabel('New PIN again').fill(pin);
  await page.getByRole('button', { name: 'Save PIN' }).click();
  await expect(page.getByRole('button', { name: 'Change PIN' })).toBeVisible();
}

/** Enters a PIN on the page that asks for it; `name` is chosen where several people have one. */
export async function enterPin(page: Page, pin: string, name?: string): Promise<void> {
  if (name) await page.getByLabel(name).check();
  await page.getByLabel('PIN').fill(pin);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

/** Everything that the site keeps in the databases and the local storage of the browser, as text. */
export const storedText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    // bytes as text, so that words in them are found
    const asText = (_name: string, value: unknown) =>
      value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value;
    const found: unknown[] = [{ ...localStorage }];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await answer(indexedDB.open(name));
      for (const store of db.objectStoreNames) {
        const values = db.transaction(store).objectStore(store);
        found.push(await answer(values.getAllKeys()), await answer(values.getAll()));
      }
      db.close();
    }
    return JSON.stringify(found, asText);
  });

/** The record of a course on the device: a value of the site's database `fairlead` (lib/device/kept-store.ts). */
export const keptRecord = <T>(page: Page, { person, courseId }: { person: string; courseId: string }): Promise<T> =>
  page.evaluate(
    ([name, course]) =>
      new Promise<T>((resolve, reject) => {
        const opening = indexedDB.open('fairlead');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const store = opening.result.transaction('kept').objectStore('kept');
          const request = store.get(['record', name ?? '', course ?? '']);
          request.onsuccess = () => {
            opening.result.close();
            resolve(request.result as T);
          };
        };
      }),
    [person, courseId],
  );
