import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { choosePin, enterPin, keptRecord, takeAboard } from './pages/aboard.ts';
import { startOwnBrowser } from './pages/own-browser.ts';
import { timeOf } from './pages/ship.ts';
import { ownProgram } from './programs.ts';

const test = ownProgram(import.meta.url);
const pin = '482913';

/** What a page is answered for a file of the course that is aboard: the status and the bytes. */
const fetched = (page: Page, path: string, range: string) =>
  page.evaluate(
    async ([url, header]) => {
      const response = await fetch(url ?? '', { headers: { range: header ?? '' } });
      return [response.status, (await response.arrayBuffer()).byteLength] as const;
    },
    [path, range],
  );

test('a course taken aboard opens from cold without a network, after the browser was killed, for its person alone', async ({
  academy,
  school,
}) => {
  const asha = await school.learner('Asha', { profile: true });
  const course = await school.course('Rafts at Sea', { films: 2, played: true, test: false });
  await school.enrol(asha, course);
  const profile = await mkdtemp(join(tmpdir(), 'fairlead-profile-'));
  let ship = await startOwnBrowser(profile, academy, asha);
  try {
    await ship.page.goto(`${academy.url}/courses/${course}/content`);
    await takeAboard(ship.page);
    await ship.page.getByRole('link', { name: 'Courses aboard' }).click();
    await choosePin(ship.page, pin);

    await ship.kill();
    ship = await startOwnBrowser(profile, academy, asha);
    const { page } = ship;
    await page.context().setOffline(true);
    await academy.terminate();

    // a cold start: the PIN, and then the first page as it was last seen
    await page.goto(`${academy.url}/dashboard`);
    await expect(page).toHaveURL(/\/aboard\/open$/);
    await enterPin(page, pin);
    await expect(page.getByRole('heading', { name: 'Welcome, Asha' })).toBeVisible();

    for (const [path, heading] of [
      [`/courses/${course}/content`, 'Rafts at Sea'],
      ['/certificates', 'My Certificates'],
      ['/aboard', 'Courses aboard'],
      [`/training/${course}`, 'Rafts at Sea'],
    ] as const) {
      await page.goto(`${academy.url}${path}`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 30_000 });
    }

    // the film plays from this device, and can be sought in; what follows it opens, though the server has no say
    const video = page.locator('video');
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.readyState)).toBeGreaterThan(0);
    const source = await video.evaluate((film: HTMLVideoElement) => new URL(film.currentSrc).pathname);
    expect(source).toMatch(/^\/aboard\//);
    expect(await fetched(page, source, 'bytes=100-199')).toEqual([206, 100]);
    await video.evaluate(async (film: HTMLVideoElement) => {
      film.muted = true;
      film.currentTime = 3;
      await film.play();
    });
    await expect.poll(() => timeOf(page)).toBeGreaterThan(4);
    await expect(page.getByRole('button', { name: /^2\. Raft 2/ })).toBeDisabled();
    await video.evaluate(async (film: HTMLVideoElement) => {
      film.currentTime = 0;
      await film.play();
    });
    await expect(page.getByRole('heading', { level: 2, name: '2. Raft 2' })).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.readyState)).toBeGreaterThan(0);

    // the check of certificates opens, and a page that needs the link says so
    await page.goto(`${academy.url}/verify`);
    await expect(page.getByRole('heading', { name: 'Verify a Certificate' })).toBeVisible();
    await page.goto(`${academy.url}/contact`);
    await expect(page.getByRole('heading', { name: 'No internet connection' })).toBeVisible();

    // whoever comes after her sees nothing without her PIN
    await page.goto(`${academy.url}/dashboard`);
    await page.getByRole('button', { name: 'Logout' }).click();
    // the logout loads a page itself, which would come after the next one
    await page.waitForURL(/\/(login|aboard\/open)$/);
    await page.goto(`${academy.url}/dashboard`);
    await expect(page).toHaveURL(/\/aboard\/open$/);
    expect(await fetched(page, source, 'bytes=0-9')).toEqual([403, 0]);
    await enterPin(page, '000000');
    await expect(page.getByText('This PIN is wrong.')).toBeVisible();
    await enterPin(page, pin);
    await expect(page.getByRole('heading', { name: 'Welcome, Asha' })).toBeVisible();
  } finally {
    await ship.kill();
    await rm(profile, { recursive: true, force: true });
    await academy.restart();
  }
});

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
type Passes = { data: { creditedSeconds: number; contradictions: { kind: string }[] }[] };

test('what is watched without a network counts once, though the browser was killed and its clock is years ahead', async ({
  academy,
  school,
}) => {
  const ravi = await school.learner('Ravi', { profile: true });
  const courseId = await school.course('Lifeboats at Sea', { films: 2, played: true, test: false });
  await school.enrol(ravi, courseId);
  const aboard = { person: ravi.login.user._id, courseId };
  const watched = async () =>
    (await school.ask<Watched>(ravi, 'GET', `/trainingVideo/${courseId}`)).data[0]?.trainingVideo ?? [];
  const profile = await mkdtemp(join(tmpdir(), 'fairlead-profile-'));
  let ship = await startOwnBrowser(profile, academy, ravi);
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
    await ship.page.goto(`${academy.url}/courses/${courseId}/content`);
    await takeAboard(ship.page);
    await ship.page.context().setOffline(true);
    await academy.terminate();
    await play(ship.page);
    await expect.poll(() => timeOf(ship.page)).toBeGreaterThan(3);
    await ship.kill();

    // the film goes on where it was, but for the second that was being written
    ship = await startOwnBrowser(profile, academy, ravi);
    await ship.page.context().setOffline(true);
    await setClock(ship.page, 3 * 365 * 86_400_000);
    await play(ship.page);
    expect(await timeOf(ship.page)).toBeGreaterThan(1.5);
    await expect(ship.page.getByRole('heading', { level: 2, name: '2. Raft 2' })).toBeVisible({ timeout: 30_000 });
    await ship.page.goto(`${academy.url}/dashboard`);

    await academy.restart();
    expect((await watched())[0]).toMatchObject({ watchedSeconds: 0, completed: false });
    await ship.page.context().setOffline(false);
    const sent = () => keptRecord<{ links: string[]; open: unknown }>(ship.page, aboard);
    await expect.poll(sent, { timeout: 60_000 }).toMatchObject({ links: [], open: null });
    const [first, second] = await watched();
    expect(first).toMatchObject({ completed: true });
    expect(first?.watchedSeconds).toBeGreaterThan(5);
    expect(first?.watchedSeconds).toBeLessThanOrEqual(first?.duration ?? 0);
    expect(second).toMatchObject({ completed: false });

    // another contact adds nothing, and staff see what the clock said
    await ship.page.reload();
    await expect(ship.page.getByRole('heading', { name: 'Welcome, Ravi' })).toBeVisible();
    expect(await watched()).toEqual([first, second]);
    const { data } = await school.ask<Passes>(school.principal, 'GET', `/offline-passes?course=${courseId}`);
    expect(data).toHaveLength(1);
    expect(data[0]?.contradictions.map(({ kind }) => kind)).toContain('clock-ahead');
    expect(data[0]?.creditedSeconds).toBeCloseTo((first?.watchedSeconds ?? 0) + (second?.watchedSeconds ?? 0), 0);
  } finally {
    await ship.kill();
    await rm(profile, { recursive: true, force: true });
    await academy.restart();
  }
});
