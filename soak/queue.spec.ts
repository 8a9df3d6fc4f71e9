import { setTimeout as wait } from 'node:timers/promises';
import { expect, type Page, test } from '@playwright/test';
import { type Academy, startAcademy } from '../e2e/academy.ts';
import { openSchool, type School } from '../e2e/pages/school.ts';
import { signedIn } from '../e2e/pages/states.ts';

const [seafarers, courses] = [30, 10];
const requests = seafarers * courses;
/** Of each of so many people in a row but the last, one request is rejected, which takes a reason. */
const rejectedOf = 3;
/** Somebody whose profile has the numbers of the one before. */
const copyist = 8;
const mostSeconds = 200;

/**
 * How long a person looks, in milliseconds: at a request that is on the screen, at the list of the other requests of
 * the same person, and from one key to the next.
 */
const [looks, looksAtAll, betweenKeys] = [650, 1_500, 150];

/** Everybody has a profile with identity documents, and has requested every course. */
async function fill(academy: Academy): Promise<School> {
  const school = await openSchool(academy);
  const offered: string[] = [];
  for (let n = 1; n <= courses; n++) offered.push(await school.course(`Course ${n}`, { films: 0, test: false }));
  let passport = '';
  for (let n = 0; n < seafarers; n++) {
    const learner = await school.learner(`Seafarer${n}`);
    await school.profile(n === copyist ? { ...learner, passport } : learner);
    passport = learner.passport;
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
  }, ` ${done} done.`);

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const [index, key] of keys.entries()) {
    if (index > 0) await wait(betweenKeys);
    await page.keyboard.press(key);
  }
}

/** Requests that somebody has to answer for are accepted neither by the key alone nor by Enter in the dialog. */
async function acceptSeen(page: Page): Promise<void> {
  await press(page, 'a', 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Accept Request' });
  await dialog.getByText('Tick each of them, or reject the request').waitFor();
  for (const point of await dialog.getByRole('checkbox').all()) {
    await wait(looks);
    await point.press(' ');
  }
  await press(page, 'Enter');
}

/** One request or, by a key and one more look, all that the person on the screen has left. */
async function acceptAll(page: Page): Promise<void> {
  await press(page, 'l');
  await page.getByRole('dialog', { name: 'Accept All Requests' }).getByRole('checkbox').first().waitFor();
  await wait(looksAtAll);
  await press(page, 'Enter');
}

test('three hundred requests are decided in 200 seconds without a mouse, and no mismatch unseen', async ({
  browser,
}) => {
  const academy = await startAcademy({ mail: 'files' });
  try {
    const school = await fill(academy);
    const page = await signedIn(browser, academy, school.principal, { viewport: { width: 1280, height: 800 } });
    await page.goto('/admin-dashboard/enrollment-request/one-by-one');
    await isOnScreen(page, 0);
    const begun = performance.now();
    let [waited, done, rejected] = [0, 0, 0];
    const look = async () => {
      const before = performance.now();
      await isOnScreen(page, done);
      waited += performance.now() - before;
      await wait(looks);
    };
    for (let n = 0; n < seafarers; n++) {
      await look();
      if (n % rejectedOf < rejectedOf - 1) {
        // of the reasons, 'Batch full' begins with b; then past the note and Cancel
        await press(page, 'r', 'b', 'Tab', 'Tab', 'Tab', 'Enter');
        [done, rejected] = [done + 1, rejected + 1];
        await look();
      }
      const isOneByOne = n === copyist || n === copyist - 1;
      if (!isOneByOne) await acceptAll(page);
      for (const end = (n + 1) * courses; done < end; done++) {
        if (!isOneByOne) continue;
        await look();
        await acceptSeen(page);
      }
    }
    await page.getByText('No requests are pending.').waitFor();
    const seconds = (performance.now() - begun) / 1000;
    console.log(
      `${requests} requests decided in ${seconds.toFixed(0)} s, of which ${(waited / 1000).toFixed(0)} s were spent ` +
        'waiting for the program',
    );
    await page.goto('/admin-dashboard/enrollment-request?state=declined');
    await expect(page.getByText(`${rejected} entries`)).toBeVisible();
    expect(seconds).toBeLessThan(mostSeconds);
  } finally {
    await academy.stop();
  }
});
