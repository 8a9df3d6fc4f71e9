import { expect, type Page } from '@playwright/test';
import { test } from './pages/learner-test.ts';
import { watchFilm } from './pages/seafarer.ts';
import { complaintsOf, expectSound, signedIn } from './pages/states.ts';

// Films in a second tab, in a browser that blocks autoplay, and on a metered connection.

const credited = (page: Page) => {
  const seconds: number[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/progress') || !response.ok()) return;
    seconds.push((await response.json()).data.watchedSeconds);
  });
  return seconds;
};

test('two tabs that play one film are credited as much as one', async ({ browser, academy, school }) => {
  const asha = await school.learner('Asha', { profile: true });
  const course = await school.course('Two Tabs', { films: 2, played: true, test: false });
  await school.enrol(asha, course);
  const one = await signedIn(browser, academy, asha);
  const two = await one.context().newPage();
  const complaints = [...complaintsOf(one), ...complaintsOf(two)];
  const reports = [credited(one), credited(two)];
  await one.goto(`/training/${course}`);
  await two.goto(`/training/${course}`);
  const from = Date.now();
  await Promise.all([watchFilm(one), watchFilm(two)]);
  // the same half of the film in each tab: together they are not the whole film
  for (const page of [one, two])
    await page.locator('video').evaluate(async (film: HTMLVideoElement) => {
      while (film.currentTime < 3)
        await new Promise((resolve) => film.addEventListener('timeupdate', resolve, { once: true }));
      film.pause();
    });
  await expect.poll(() => reports.every((seconds) => seconds.length > 0)).toBe(true);
  const passed = (Date.now() - from) / 1000;
  for (const seconds of reports.flat()) expect(seconds).toBeLessThanOrEqual(Math.min(passed + 3, 4.5));
  await one.reload();
  await expect(one.getByText('0 of 2 videos watched')).toBeVisible();
  await expect(one.getByRole('button', { name: /^2\./ })).toBeDisabled();

  // to its end in one tab: the other is updated, and nothing is credited twice
  await watchFilm(one);
  await expect(one.getByRole('heading', { level: 2, name: /^2\./ })).toBeVisible({ timeout: 30_000 });
  await two.reload();
  await expect(two.getByText('1 of 2 videos watched')).toBeVisible({ timeout: 30_000 });
  for (const seconds of reports.flat()) expect(seconds).toBeLessThanOrEqual(7);
  expect(complaints).toEqual([]);
});

test('where autoplay is blocked, the next film says that it waits', async ({ browser, academy, school }) => {
  const ravi = await school.learner('Ravi', { profile: true });
  const course = await school.course('No Autoplay', { films: 2, played: true, test: false });
  await school.enrol(ravi, course);
  const page = await signedIn(browser, academy, ravi);
  const complaints = complaintsOf(page);
  // like a browser that requires a touch before it plays; the person's click on play is that touch
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      const asked = document.querySelector('h2')?.textContent?.startsWith('2.') && !('touched' in window);
      return asked ? Promise.reject(new DOMException('not allowed', 'NotAllowedError')) : play.call(this);
    };
  });
  await page.goto(`/training/${course}`);
  await watchFilm(page);
  await expect(page.getByRole('heading', { level: 2, name: /^2\./ })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('This video is ready. Press play to continue.')).toBeVisible();
  expect(await page.locator('video').evaluate((film: HTMLVideoElement) => film.paused)).toBe(true);
  await expectSound(page, 'training-waits');
  await page.evaluate(() => Object.assign(window, { touched: true }));
  await watchFilm(page);
  await expect(page.getByText('This video is ready. Press play to continue.')).toBeHidden();
  await expect(page.getByText('2 of 2 videos watched')).toBeVisible({ timeout: 30_000 });
  expect(complaints).toEqual([]);
});

test('with low data the next film opens, and loads nothing before it is played', async ({
  browser,
  academy,
  school,
}) => {
  const mira = await school.learner('Mira', { profile: true });
  const course = await school.course('Low Data', { films: 2, played: true, test: false });
  await school.enrol(mira, course);
  const page = await signedIn(browser, academy, mira);
  await page.goto('/dashboard');
  await page.getByLabel(/^Low data/).check();
  const films: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/uploads/trainingVideo')) films.push(new URL(request.url()).pathname);
  });
  await page.goto(`/training/${course}`);
  await expect(page.getByRole('heading', { level: 2, name: /^1\./ })).toBeVisible();
  await expect(page.locator('video')).toHaveAttribute('preload', 'none');
  expect(films).toEqual([]);
  await page.locator('video').evaluate(async (film: HTMLVideoElement) => {
    film.muted = true;
    await film.play();
  });
  await expect(page.getByRole('heading', { level: 2, name: /^2\./ })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('This video is ready. Press play to continue.')).toBeVisible();
  expect(new Set(films).size).toBe(1);
});
