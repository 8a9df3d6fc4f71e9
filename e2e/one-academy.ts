import { test as base, type Page } from '@playwright/test';
import { type Academy, startAcademy } from './academy.ts';

/** One program for all tests of a worker, and its URL; it starts empty. */
export const test = base.extend<object, { academy: Academy }>({
  academy: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern, and there is nothing to take
    async ({}, use) => {
      const academy = await startAcademy({ mail: 'files', env: { PUBLIC_URL: 'https://academy.example' } });
      await use(academy);
      await academy.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ academy }, use) => use(academy.url),
});

export const pathOf = (page: Page) => new URL(page.url()).pathname;
