import { test as base } from '@playwright/test';
import { type Academy, startAcademy } from '../academy.ts';
import { openSchool, type School } from './school.ts';

/** One program for the files of tests that a worker runs, with the calls that bring it into the state in which a test begins. */
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
 * The same on a program that no other file of tests is on, for tests that count or change what everybody shares. The
 * runner gives a worker of its own to each value: `import.meta.url` of the file.
 */
export const ownProgram = (file: string) => test.extend<object, { own: string }>({ own: [file, { scope: 'worker' }] });
