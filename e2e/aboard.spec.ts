import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { choosePin, enterPin, takeAboard } from './pages/aboard.ts';
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
    await ship.page.getByRole('link', { name: 'Courses Aboard' }).click();
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
      ['/documents', 'My Documents'],
      ['/aboard', 'Courses Aboard'],
      [`/training/${course}`, 'Rafts at Sea'],
    ] as const) {
      await page.goto(`${academy.url}${path}`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 30_000 });
      // a page whose answer is missing has the same heading, above a failure
      await expect(page.getByText(/^Failed to load/)).toBeHidden();
      if (path === '/documents')
        await expect(page.getByRole('list', { name: 'Documents' }).getByText('Passport').first()).toBeVisible();
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

    // anyone who comes after her sees nothing without her PIN
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
