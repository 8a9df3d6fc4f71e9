import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { laySatelliteLink } from '../bench/harness/satellite-link.ts';
import { film } from '../e2e/films.ts';
import { beginAboard, choosePin, enterPin, storedText, takeAboard } from '../e2e/pages/aboard.ts';
import type { Learner } from '../e2e/pages/school.ts';
import { timeOf } from '../e2e/pages/ship.ts';
import { academy, board, boardAgain, haveOwnDevices, leave, profile, school } from './own-device.ts';

// Courses aboard on devices as they are at sea. What a journey of the gate shows is not repeated here.

haveOwnDevices();

const pieceBytes = 262_144;

/** A course with one film of so many megabytes, and a learner who is enrolled in it. */
async function largeCourse(name: string, megabytes: number): Promise<{ learner: Learner; courseId: string }> {
  const learner = await school.learner(name, { profile: true });
  const courseId = await school.course(`${name}’s course`, { films: 0, test: false });
  const content = await readFile(film('e2e-raft'));
  // a box of the format that players pass over
  const rest = Buffer.alloc(megabytes * 1_000_000 - content.length, 7);
  rest.writeUInt32BE(rest.length, 0);
  rest.write('free', 4, 'latin1');
  const form = new FormData();
  form.append('courseId', courseId);
  form.append('title', 'Survival at sea');
  const file = new Blob([new Uint8Array(content), new Uint8Array(rest)], { type: 'video/mp4' });
  form.append('trainingVideo', file, `${name} alone.mp4`);
  await school.ask(school.principal, 'POST', '/trainingVideo', form);
  await school.enrol(learner, courseId);
  return { learner, courseId };
}

const aboardWord = (page: Page) => page.getByRole('main').getByText('Aboard', { exact: true });

/** Logs out, and waits for the page that it loads; without a network that is the one which says so. */
async function logOut(page: Page): Promise<void> {
  // the page itself goes to the login when the session is gone, and then a new document is loaded
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Logout' }).click();
  await loaded;
  await page.waitForURL(/\/(login|aboard\/open)$/);
}

/** How many pieces of films are in the store of the device. */
const piecesOn = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('fairlead-aboard');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const count = opening.result.transaction('pieces').objectStore('pieces').count();
          count.onsuccess = () => {
            opening.result.close();
            resolve(count.result);
          };
        };
      }),
  );

test('a download goes on after the browser was killed, with the piece that was arriving', async () => {
  const { learner, courseId } = await largeCourse('Kiran', 12);
  const link = await laySatelliteLink(academy.url, { roundTripMs: 20, bitsPerSecond: 8_000_000 });
  try {
    const before = await board(learner, link.url);
    await before.goto(`${link.url}/courses/${courseId}/content`);
    await beginAboard(before);
    await expect.poll(() => piecesOn(before), { timeout: 120_000 }).toBeGreaterThan(10);

    const page = await board(learner, link.url);
    const asked: number[] = [];
    page.on('request', (request) => {
      const from = /^bytes=(\d+)-/.exec(request.headers().range ?? '')?.[1];
      if (from !== undefined) asked.push(Number(from));
    });
    const there = await piecesOn(page);
    expect(there).toBeGreaterThan(10);
    await page.goto(`${link.url}/aboard`);
    await expect(aboardWord(page)).toBeVisible({ timeout: 120_000 });
    expect(asked).toEqual([there * pieceBytes]);
    expect(await piecesOn(page)).toBe(Math.ceil(12_000_000 / pieceBytes));
  } finally {
    await link.close();
  }
});

test('what a browser has deleted is fetched again, and where all is gone the page says so', async () => {
  const { learner, courseId } = await largeCourse('Lata', 3);
  const page = await board(learner);
  await page.goto(`${academy.url}/courses/${courseId}/content`);
  await takeAboard(page);

  // half of the pieces
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('fairlead-aboard');
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('pieces', 'readwrite');
          const pieces = transaction.objectStore('pieces');
          const keys = pieces.getAllKeys();
          keys.onsuccess = () => {
            for (const [at, key] of keys.result.entries()) if (at % 2 === 0) pieces.delete(key);
          };
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  const whole = Math.ceil(3_000_000 / pieceBytes);
  await page.goto(`${academy.url}/aboard`);
  await expect.poll(() => piecesOn(page), { timeout: 60_000 }).toBe(whole);
  await expect(aboardWord(page)).toBeVisible();

  // the pages, with their files
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.reload();
  await expect.poll(() => page.evaluate(() => caches.match('/aboard').then(Boolean)), { timeout: 60_000 }).toBe(true);
  await page.context().setOffline(true);
  await page.goto(`${academy.url}/training/${courseId}`);
  await expect
    .poll(() => page.locator('video').evaluate((one: HTMLVideoElement) => one.readyState), { timeout: 60_000 })
    .toBeGreaterThan(0);
  await page.context().setOffline(false);

  // all of it
  await page.goto(`${academy.url}/robots.txt`);
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('fairlead-aboard');
        deleting.onsuccess = () => resolve();
        deleting.onerror = () => reject(deleting.error);
      }),
  );
  await page.goto(`${academy.url}/aboard`);
  await expect(page.getByText('This browser has deleted the courses that were on this device.')).toBeVisible();
  await page.goto(`${academy.url}/courses/${courseId}/content`);
  await takeAboard(page);
  expect(await piecesOn(page)).toBe(whole);
});

test('a browser that gives no more space says so, keeps what is there, and goes on when there is space', async () => {
  const { learner, courseId } = await largeCourse('Manu', 8);
  const page = await board(learner);
  await page.goto(`${academy.url}/courses/${courseId}/content`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const session = await page.context().newCDPSession(page);
  const quota = (quotaSize?: number) =>
    session.send('Storage.overrideQuotaForOrigin', { origin: academy.url, ...(quotaSize && { quotaSize }) });
  await quota(6_000_000);
  await beginAboard(page);
  await page.goto(`${academy.url}/aboard`);
  await expect(page.getByText(/^This browser gives no more space/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('No space', { exact: true })).toBeVisible();
  const there = await piecesOn(page);
  expect(there).toBeGreaterThan(0);
  await quota();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(aboardWord(page)).toBeVisible({ timeout: 60_000 });
  expect(await piecesOn(page)).toBe(Math.ceil(8_000_000 / pieceBytes));
});

test('two people on one computer see nothing of each other, on the pages and in the browser’s databases', async () => {
  const { learner: nisha, courseId: hers } = await largeCourse('Nisha', 1);
  const { learner: omar, courseId: his } = await largeCourse('Omar', 1);
  const first = await board(nisha);
  await first.goto(`${academy.url}/courses/${hers}/content`);
  await takeAboard(first);
  await first.goto(`${academy.url}/aboard`);
  await choosePin(first, '111222');
  await first.goto(`${academy.url}/dashboard`);
  await logOut(first);

  // anyone who comes second needs a PIN
  const page = await board(omar);
  await page.goto(`${academy.url}/courses/${his}/content`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.getByRole('button', { name: 'Take aboard' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New PIN', { exact: true }).fill('333444');
  await dialog.getByLabel('New PIN again').fill('333444');
  await dialog.getByRole('button', { name: 'Save PIN' }).click();
  await dialog.getByRole('button', { name: 'Take aboard' }).click();
  await expect(page.getByText('This course is on this device')).toBeVisible({ timeout: 60_000 });
  await page.goto(`${academy.url}/dashboard`);
  await logOut(page);
  await page.goto(`${academy.url}/aboard/open`);
  await expect(page.getByLabel('PIN')).toBeVisible();
  const stored = await storedText(page);
  // the names of people are there, of which the page shows the initials
  expect(stored).toContain('Nisha Kumar');
  for (const secret of ['Nisha’s course', 'Omar’s course', 'Nisha alone', nisha.email, omar.email, 'Z4839201', 'Kochi'])
    expect(stored, secret).not.toContain(secret);

  await page.context().setOffline(true);
  for (const [own, pin, courseId, other] of [
    [nisha, '111222', hers, omar],
    [omar, '333444', his, nisha],
  ] as const) {
    await page.goto(`${academy.url}/aboard/open`);
    // the other’s PIN opens nothing
    await enterPin(page, own === nisha ? '333444' : '111222', `${own.firstName[0]}K`);
    await expect(page.getByText('This PIN is wrong.')).toBeVisible();
    await enterPin(page, pin);
    await expect(page.getByRole('heading', { name: `Welcome, ${own.firstName}` })).toBeVisible({ timeout: 30_000 });
    // the catalogue names the courses of both
    const others = new RegExp(`${other.firstName} (Kumar|alone)|${other.email}`);
    for (const path of ['/dashboard', '/aboard', `/courses/${courseId}/content`, '/UserCource', '/certificates']) {
      await page.goto(`${academy.url}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 });
      await expect(page.getByRole('main'), path).not.toContainText(others);
    }
    const theirs = other === nisha ? hers : his;
    await page.goto(`${academy.url}/training/${theirs}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('main')).not.toContainText(others);
    await page.goto(`${academy.url}/dashboard`);
    await logOut(page);
  }
});

/** Logs in again without a network, with a PIN. */
async function openByPin(page: Page, pin: string, { firstName }: Learner): Promise<void> {
  await page.goto(`${academy.url}/aboard/open`);
  await enterPin(page, pin, `${firstName[0]}K`);
  await expect(page.getByRole('heading', { name: `Welcome, ${firstName}` })).toBeVisible({ timeout: 30_000 });
}

/** Takes only the pages of a course aboard, with a new PIN: its videos are to come from a file. */
async function takePagesAboard(page: Page, courseId: string, pin: string): Promise<void> {
  await page.goto(`${academy.url}/courses/${courseId}/content`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.getByRole('button', { name: 'Take aboard' }).click();
  const dialog = page.getByRole('dialog');
  const pages = dialog.getByLabel('Only the pages; the videos come from a file');
  const newPin = dialog.getByLabel('New PIN', { exact: true });
  await expect(pages.or(newPin)).toBeVisible();
  const isShared = await newPin.isVisible();
  if (isShared) {
    await newPin.fill(pin);
    await dialog.getByLabel('New PIN again').fill(pin);
    await dialog.getByRole('button', { name: 'Save PIN' }).click();
  }
  await pages.check();
  await dialog.getByRole('button', { name: 'Take aboard' }).click();
  await expect(page.getByText(/^The pages of this course are on this device/)).toBeVisible({ timeout: 60_000 });
  if (isShared) return;
  await page.goto(`${academy.url}/aboard`);
  await choosePin(page, pin);
}

async function chooseCourseFile(page: Page, path: string): Promise<void> {
  await page.goto(`${academy.url}/aboard`);
  await page.getByRole('button', { name: 'Load from a file' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Course file').setInputFiles(path);
  await dialog.getByRole('button', { name: 'Load', exact: true }).click();
}

test('a course file is loaded after a cold start without a network, plays and seeks, and is refused to somebody else', async () => {
  const [priya, ravi] = [
    await school.learner('Priya', { profile: true }),
    await school.learner('Ravi', { profile: true }),
  ];
  const courseId = await school.course('From the ship’s share', { films: 2, played: true, test: false });
  const other = await school.course('Another course', { films: 1, test: false });
  await school.enrol(priya, courseId);
  await school.enrol(ravi, other);
  const answer = await fetch(`${academy.url}/api/courses/${courseId}/course-file/original`, {
    headers: { authorization: `Bearer ${priya.login.accessToken}` },
  });
  expect(answer.status).toBe(200);
  const share = join(profile, 'course.fairlead');
  await writeFile(share, Buffer.from(await answer.arrayBuffer()));

  const port = await board(priya);
  await takePagesAboard(port, courseId, '111222');
  await port.goto(`${academy.url}/dashboard`);
  await logOut(port);
  const second = await board(ravi);
  await takePagesAboard(second, other, '333444');
  await second.goto(`${academy.url}/dashboard`);
  await logOut(second);
  await leave();

  // at sea: the browser starts from cold, and there is neither a network nor a server
  const page = await boardAgain();
  await page.context().setOffline(true);
  await academy.terminate();
  try {
    await openByPin(page, '333444', ravi);
    await chooseCourseFile(page, share);
    await expect(
      page.getByRole('dialog').getByText(/^You have no offline pass for From the ship’s share/),
    ).toBeVisible();
    await page.goto(`${academy.url}/dashboard`);
    await logOut(page);

    await openByPin(page, '111222', priya);
    await chooseCourseFile(page, share);
    await expect(aboardWord(page)).toBeVisible({ timeout: 60_000 });
    await page.goto(`${academy.url}/training/${courseId}`);
    const video = page.locator('video');
    await expect
      .poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState), { timeout: 30_000 })
      .toBeGreaterThan(0);
    expect(await video.evaluate((one: HTMLVideoElement) => new URL(one.currentSrc).pathname)).toMatch(/^\/aboard\//);
    await video.evaluate(async (one: HTMLVideoElement) => {
      one.muted = true;
      one.currentTime = 3;
      await one.play();
    });
    await expect.poll(() => timeOf(page)).toBeGreaterThan(4);
    await video.evaluate(async (one: HTMLVideoElement) => {
      one.currentTime = 0;
      await one.play();
    });
    await expect.poll(() => timeOf(page)).toBeGreaterThan(1);
    expect(await timeOf(page)).toBeLessThan(4);

    // who has no pass does not play what she has loaded either
    const source = await video.evaluate((one: HTMLVideoElement) => new URL(one.currentSrc).pathname);
    await page.goto(`${academy.url}/dashboard`);
    await logOut(page);
    await openByPin(page, '333444', ravi);
    expect(await page.evaluate(async (path) => (await fetch(path)).status, source)).not.toBe(200);
  } finally {
    await academy.restart();
  }
});
