import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base64url, encodeLink, type Link } from '@fairlead/contract/offline-record-format';
import { expect, type Page, test } from '@playwright/test';
import { laySatelliteLink } from '../bench/harness/satellite-link.ts';
import { type Academy, openDatabaseOf, startAcademy } from '../e2e/academy.ts';
import { film } from '../e2e/films.ts';
import { beginAboard, choosePin, enterPin, keptRecord, storedText, takeAboard } from '../e2e/pages/aboard.ts';
import { launchOwnBrowser, type OwnBrowser, startOwnBrowser } from '../e2e/pages/own-browser.ts';
import { type Learner, openSchool, type School } from '../e2e/pages/school.ts';
import { timeOf } from '../e2e/pages/ship.ts';

// Courses aboard on devices and links as they are at sea. What a journey of the gate shows is not repeated here.

let academy: Academy;
let school: School;
let profile: string;
let ship: OwnBrowser | undefined;

test.beforeAll(async () => {
  academy = await startAcademy({ mail: 'files' });
  school = await openSchool(academy);
});
test.afterAll(() => academy.stop());
test.beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'fairlead-profile-'));
});
test.afterEach(async () => {
  await ship?.kill();
  ship = undefined;
  await rm(profile, { recursive: true, force: true });
});

/** Starts the browser of this test's device, after it was killed if it runs, with somebody signed in. */
async function board(person: Learner, url = academy.url): Promise<Page> {
  await ship?.kill();
  ship = await startOwnBrowser(profile, { ...academy, url }, person);
  return ship.page;
}

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
  await expect(page.getByText('This browser gives no more space.')).toBeVisible({ timeout: 60_000 });
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

  // whoever comes second needs a PIN
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
  // the names of people are there, since the page lists them
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
    await enterPin(page, own === nisha ? '333444' : '111222', `${own.firstName} Kumar`);
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
  await enterPin(page, pin, `${firstName} Kumar`);
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
  await ship?.kill();

  // at sea: the browser starts from cold, and there is neither a network nor a server
  ship = await launchOwnBrowser(profile);
  const { page } = ship;
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

const hour = 3600;
const thirtyDays = 30 * 24 * hour;

type Kept = { films: string[]; links: string[]; open: null; session: object; head: { number: number } };
type Trained = { data: { trainingVideo: { watchedSeconds: number; completed: boolean }[] }[] };
type Passes = { data: { creditedSeconds: number; contradictions: { kind: string }[] }[] };

/** The links of forty hours in thirty days: ten films of four hours, eighty minutes a day, paused every few minutes. */
function fortyHours(begunAt: number): string[] {
  const links: Link[] = [];
  let [film, at] = [0, 0];
  for (let day = 0; day < 30; day += 1) {
    const wallClock = Math.round(begunAt / 1000) + day * 24 * hour + 18 * hour;
    links.push({ kind: 'session', number: day + 1, wallClock });
    for (let left = 80 * 60, began = 100; left > 0; ) {
      const length = Math.min(left, 150 + ((links.length * 37) % 200), 4 * hour - at);
      const played = { kind: 'played', film, from: at * 100, to: (at + length) * 100 } as const;
      links.push({ ...played, began, took: length * 100, clockShift: 0, rate: 20, visible: true, muted: false });
      [left, began, at] = [left - length, began + length * 100 + 3000, at + length];
      if (at === 4 * hour) [film, at] = [film + 1, 0];
    }
  }
  return links.map((link) => base64url.encode(encodeLink(link)));
}

for (const width of [1280, 390]) {
  test(`forty hours arrive whole and once over 64 kbit/s and 700 ms with links of 5 s, ${width} px wide`, async () => {
    const learner = await school.learner('Priya', { profile: true });
    const courseId = await school.course(`Long watch ${width}`, { films: 10, test: false });
    await school.enrol(learner, courseId);
    const aboard = { person: learner.login.user._id, courseId };
    const inDatabase = async (change: (db: Awaited<ReturnType<typeof openDatabaseOf>>) => Promise<unknown>) => {
      await academy.terminate();
      const db = await openDatabaseOf(academy);
      await change(db);
      await db.destroy();
      await academy.restart();
    };
    await inDatabase((db) =>
      db
        .updateTable('film')
        .set({ durationSeconds: 4 * hour })
        .execute(),
    );
    const link = await laySatelliteLink(academy.url, { roundTripMs: 5, bitsPerSecond: 100_000_000 });
    try {
      const page = await board(learner, link.url);
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${link.url}/courses/${courseId}/content`);
      await takeAboard(page);
      const sailedAt = Date.now() - thirtyDays * 1000;
      await inDatabase(async (db) => {
        await db
          .updateTable('offlinePass')
          .set({ issuedAt: new Date(sailedAt) })
          .execute();
        await db
          .updateTable('watching')
          .set({ openedAt: new Date(sailedAt) })
          .execute();
      });

      // what a device has written in a month at sea
      await page.goto(`${link.url}/robots.txt`);
      const kept = await keptRecord<Kept>(page, aboard);
      const links = fortyHours(sailedAt);
      const session = { number: 30, page: '', clockShift: 0 };
      await page.evaluate(
        ([record, person, course]) =>
          new Promise<void>((resolve) => {
            const opening = indexedDB.open('fairlead');
            opening.onsuccess = () => {
              const transaction = opening.result.transaction('kept', 'readwrite');
              transaction.objectStore('kept').put(record, ['record', String(person), String(course)]);
              transaction.oncomplete = () => {
                opening.result.close();
                resolve();
              };
            };
          }),
        [{ ...kept, links, session }, aboard.person, courseId] as const,
      );
      const atSea = { roundTripMs: 700, bitsPerSecond: 64_000, upBitsPerSecond: 64_000, livesMs: 5000 };
      link.change(atSea);
      const begun = performance.now();
      await page.goto(`${link.url}/dashboard`, { timeout: 300_000, waitUntil: 'commit' });
      await expect
        .poll(async () => (await keptRecord<Kept>(page, aboard)).links.length, { timeout: 900_000, intervals: [1000] })
        .toBe(0);
      const seconds = (performance.now() - begun) / 1000;
      await expect(page.getByRole('heading', { name: 'Welcome, Priya' })).toBeVisible({ timeout: 300_000 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

      const credited = async () => {
        const { data } = await school.ask<Trained>(learner, 'GET', `/trainingVideo/${courseId}`);
        return data[0]?.trainingVideo.map(({ watchedSeconds, completed }) => ({ watchedSeconds, completed }));
      };
      const whole = Array.from({ length: 10 }, () => ({ watchedSeconds: 4 * hour, completed: true }));
      expect(await credited()).toEqual(whole);

      // once: another contact adds nothing
      link.change({ roundTripMs: 5, bitsPerSecond: 100_000_000 });
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Welcome, Priya' })).toBeVisible();
      expect(await credited()).toEqual(whole);
      const { data } = await school.ask<Passes>(school.principal, 'GET', `/offline-passes?course=${courseId}`);
      expect(data).toMatchObject([{ creditedSeconds: 40 * hour, contradictions: [] }]);
      console.log(`${links.length} links, ${width} px: with the academy after ${seconds.toFixed(0)} s`);
    } finally {
      await link.close();
    }
  });
}

/** Sets the clock of a device: pages that load from now on say so many milliseconds more, or less. */
const setClock = (page: Page, shift: number) =>
  page.addInitScript((by) => {
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given: []) {
        super(...(given.length > 0 ? given : ([Real.now() + by] as unknown as [])));
      }
      static override now = () => Real.now() + by;
    } as DateConstructor;
  }, shift);

type Watched = { data: { trainingVideo: { watchedSeconds: number; duration: number; completed: boolean }[] }[] };

test('what is watched without a network counts once, though the browser was killed and its clock is years ahead', async () => {
  const rajan = await school.learner('Rajan', { profile: true });
  const courseId = await school.course('Lifeboats at Sea', { films: 2, played: true, test: false });
  await school.enrol(rajan, courseId);
  const aboard = { person: rajan.login.user._id, courseId };
  const watched = async () =>
    (await school.ask<Watched>(rajan, 'GET', `/trainingVideo/${courseId}`)).data[0]?.trainingVideo ?? [];
  const play = async (page: Page) => {
    await page.goto(`${academy.url}/training/${courseId}`);
    const video = page.locator('video');
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.readyState)).toBeGreaterThan(0);
    await video.evaluate(async (film: HTMLVideoElement) => {
      film.muted = true;
      await film.play();
    });
  };
  try {
    let page = await board(rajan);
    await page.goto(`${academy.url}/courses/${courseId}/content`);
    await takeAboard(page);
    await page.context().setOffline(true);
    await academy.terminate();
    await play(page);
    await expect.poll(() => timeOf(page)).toBeGreaterThan(3);

    // after a kill the film goes on where it was, but for the second that was being written
    page = await board(rajan);
    await page.context().setOffline(true);
    await setClock(page, 3 * 365 * 86_400_000);
    await play(page);
    expect(await timeOf(page)).toBeGreaterThan(1.5);
    await expect(page.getByRole('heading', { level: 2, name: '2. Raft 2' })).toBeVisible({ timeout: 30_000 });
    await page.goto(`${academy.url}/dashboard`);

    await academy.restart();
    expect((await watched())[0]).toMatchObject({ watchedSeconds: 0, completed: false });
    await page.context().setOffline(false);
    const sent = () => keptRecord<{ links: string[]; open: unknown }>(page, aboard);
    await expect.poll(sent, { timeout: 60_000 }).toMatchObject({ links: [], open: null });
    const [first, second] = await watched();
    expect(first).toMatchObject({ completed: true });
    expect(first?.watchedSeconds).toBeGreaterThan(5);
    expect(first?.watchedSeconds).toBeLessThanOrEqual(first?.duration ?? 0);
    expect(second).toMatchObject({ completed: false });

    // another contact adds nothing, and staff see what the clock said
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Welcome, Rajan' })).toBeVisible();
    expect(await watched()).toEqual([first, second]);
    const { data } = await school.ask<Passes>(school.principal, 'GET', `/offline-passes?course=${courseId}`);
    expect(data).toHaveLength(1);
    expect(data[0]?.contradictions.map(({ kind }) => kind)).toContain('clock-ahead');
    expect(data[0]?.creditedSeconds).toBeCloseTo((first?.watchedSeconds ?? 0) + (second?.watchedSeconds ?? 0), 0);
  } finally {
    await academy.restart();
  }
});
