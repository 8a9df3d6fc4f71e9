import { test as base } from '@playwright/test';
import { type Academy, startAcademy } from '../academy.ts';
import { openSchool, type School } from './school.ts';

/** One program for all test files of a worker, with the calls that prepare the data of a test. */
export const test = base.extend<object, { academy: Academy; school: School }>({
  academy: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern, and there is nothing to take
    async ({}, use) => {
      const academy = await startAcademy({ mail: 'files' });
      await use(academy);
      await academy.stop();
    },
    { scope: 'worker' },
  ],
  school: [async ({ academy }, use) => use(await openSchool(academy)), { scope: 'worker' }],
  baseURL: ({ academy }, use) => use(academy.url),
});

/**
 * The same with a program for this test file alone, for tests that count or change shared data. The runner starts a
 * worker for each value: pass the file's `import.meta.url`.
 */
export const ownProgram = (file: string) => test.extend<object, { own: string }>({ own: [file, { scope: 'worker' }] });
