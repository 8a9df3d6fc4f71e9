import { setTimeout as wait } from 'node:timers/promises';
import { expect, type Page, test } from '@playwright/test';
import { type Academy, startAcademy } from '../e2e/academy.ts';
import { openSchool, type School } from '../e2e/pages/school.ts';
import { signedIn } from '../e2e/pages/states.ts';

const [seafarers, courses] = [30, 10];
const requests = seafarers * courses;
/** Every so many requests one is rejected, which takes a reason. */
const rejectedEvery = 15;
/**
 * How long a person looks at a request that is on the screen, and how long from one key to the next, in milliseconds.
 */
const [looks, betweenKeys] = [650, 150];
const mostSeconds = 300;

/** Everybody has a profile with identity documents, and has requested every course. */
async function fill(academy: Academy): Promise<School> {
  const school = await openSchool(academy);
  const offered: string[] = [];
  for (let n = 1; n <= courses; n++) offered.push(await school.course(`Course ${n}`, { films: 0, test: false }));
  for (let n = 1; n <= seafarers; n++) {
    const learner = await school.learner(`Seafarer${n}`, { profile: true });
    for (const course of offered) await school.request(learner, course);
  }
  return school;
}

/** The document is drawn, and the request beside it is the one after so many decisions. */
const isOnScreen = (page: Page, done: number) =>
  page.waitForFunction((says) => {
    const shown = [...document.querySelectorAll<HTMLImageElement>('section[aria-label="Documents"] img')];
    const picture = shown.find((one) => one.offsetParent !== null);
    const isThere = document.querySelector('main [role=status]')?.textContent?.endsWith(says);
    return isThere && picture?.complete && picture.naturalWidth > 0 && !document.querySelector('dialog[open]');
  }, `${done} done.`);

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const [index, key] of keys.entries()) {
    if (index > 0) await wait(betweenKeys);
    await page.keyboard.press(key);
  }
}

test('three hundred requests are decided in less than five minutes without a mouse', async ({ browser }) => {
  const academy = await startAcademy({ mail: 'files' });
  try {
    const school = await fill(academy);
    const page = await signedIn(browser, academy, school.principal, { viewport: { width: 1280, height: 800 } });
    await page.goto('/admin-dashboard/enrollment-request/one-by-one');
    await isOnScreen(page, 0);
    const begun = performance.now();
    let waited = 0;
    for (let done = 0; done < requests; done++) {
      const before = performance.now();
      await isOnScreen(page, done);
      waited += performance.now() - before;
      await wait(looks);
      // of the reasons, 'Batch full' begins with b; then past the note and Cancel
      if (done % rejectedEvery === rejectedEvery - 1) await press(page, 'r', 'b', 'Tab', 'Tab', 'Tab', 'Enter');
      else await press(page, 'a');
    }
    await page.getByText('No requests are pending.').waitFor();
    const seconds = (performance.now() - begun) / 1000;
    console.log(
      `${requests} requests decided in ${seconds.toFixed(0)} s, of which ${(waited / 1000).toFixed(0)} s were spent ` +
        `waiting for the program: ${Math.round(waited / requests)} ms each`,
    );
    const rejected = Math.floor(requests / rejectedEvery);
    await page.goto('/admin-dashboard/enrollment-request?state=declined');
    await expect(page.getByText(`${rejected} entries`)).toBeVisible();
    expect(seconds).toBeLessThan(mostSeconds);
  } finally {
    await academy.stop();
  }
});
