import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { watchFilm } from '../../e2e/pages/seafarer.ts';
import { complaintsOf, expectSound, expectWithin, signedIn } from '../../e2e/pages/states.ts';
import { test } from '../../e2e/programs.ts';

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
  await expect(page.getByText('This video is ready. Press play.')).toBeVisible();
  expect(await page.locator('video').evaluate((film: HTMLVideoElement) => film.paused)).toBe(true);
  await expectSound(page, 'training-waits');
  await page.evaluate(() => Object.assign(window, { touched: true }));
  await watchFilm(page);
  await expect(page.getByText('This video is ready. Press play.')).toBeHidden();
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
  await expect(page.getByText('This video is ready. Press play.')).toBeVisible();
  expect(new Set(films).size).toBe(1);
});

const landscape = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };

/** A part of the screen once it no longer changes: the bar still shows what is loaded, a frame may still be decoded. */
async function stillPicture(page: Page, clip: { x: number; y: number; width: number; height: number }) {
  let last: Buffer = Buffer.alloc(0);
  await expect
    .poll(async () => {
      const before = last;
      last = await page.screenshot({ clip });
      return last.equals(before);
    })
    .toBe(true);
  return last;
}

/**
 * The film of a page on a phone in landscape fills the screen; its controls are as large as a thumb and inside the
 * screen, its bar is worked by a touch, and its captions stand above them. Leaving full screen returns to the page.
 */
async function expectFullScreen(page: Page, title: string) {
  const player = page.getByRole('group', { name: `Player: ${title}` });
  const film = player.locator('video');
  const at = <Result>(read: (film: HTMLVideoElement) => Result) => film.evaluate(read);
  await expect.poll(() => at(({ readyState }) => readyState)).toBeGreaterThan(1);
  await at((film) => film.pause());
  await player.getByRole('button', { name: 'Captions' }).tap();
  await player.getByRole('button', { name: 'Full screen' }).tap();
  await expect(player.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  const { width, height } = landscape.viewport;
  const controls = player.locator('.player-bar').locator('button, select, input');
  for (const part of [film, ...(await controls.filter({ visible: true }).all())]) {
    const box = await part.boundingBox();
    const { x = -1, y = -1, width: wide = 0, height: high = 0 } = box ?? {};
    expect([x >= 0, y >= 0, x + wide <= width, y + high <= height], JSON.stringify(box)).toEqual(Array(4).fill(true));
    expect(Math.min(wide, high)).toBeGreaterThanOrEqual(44);
  }
  const bar = await player.getByRole('slider', { name: 'Position' }).boundingBox();
  await page.touchscreen.tap((bar?.x ?? 0) + (bar?.width ?? 0) / 2, (bar?.y ?? 0) + (bar?.height ?? 0) / 2);
  await expect.poll(() => at((film) => film.seeking || film.currentTime)).toBeCloseTo(3, 0);

  // the captions are seen above the controls, and nothing of them behind these
  const row = await player.locator('.player-bar').boundingBox();
  const after = await player.getByRole('button', { name: 'Captions' }).boundingBox();
  const from = (after?.x ?? 0) + (after?.width ?? 0);
  const top = row?.y ?? 0;
  const seen = async () => ({
    behind: await stillPicture(page, { x: from, y: top, width: width - from, height: height - top }),
    above: await stillPicture(page, { x: 0, y: 0, width, height: top }),
  });
  const shown = await seen();
  await at(({ textTracks }) => {
    for (const track of textTracks) track.mode = 'disabled';
  });
  await expect(player.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'false');
  const hidden = await seen();
  expect(shown.behind.equals(hidden.behind)).toBe(true);
  expect(shown.above.equals(hidden.above)).toBe(false);
  if (process.env.SCREENSHOTS) await writeFile(`${process.env.SCREENSHOTS}/landscape-${title}.png`, shown.above);
  await player.getByRole('button', { name: 'Leave full screen' }).tap();
  await expect(player.getByRole('button', { name: 'Full screen' })).toBeVisible();
  await expectWithin(page, 'landscape');
}

test('on a phone in landscape a film fills the screen, in the training and where visitors may watch it', async ({
  browser,
  academy,
  school,
}) => {
  const ravi = await school.learner('Ravi', { profile: true });
  const course = await school.course('Landscape', { films: 1, played: true, test: false });
  await school.enrol(ravi, course);
  const page = await signedIn(browser, academy, ravi, landscape);
  const complaints = complaintsOf(page);
  type Sets = { data: [{ trainingVideo: [{ _id: string }] }] };
  const { data } = await school.ask<Sets>(ravi, 'GET', `/trainingVideo/${course}`);
  const film = `/trainingVideo/films/${data[0].trainingVideo[0]._id}`;
  const captions = new FormData();
  captions.append('kind', 'captions');
  captions.append('language', 'en');
  captions.append('text', new Blob(['WEBVTT\n\n00:00.000 --> 00:06.000\nLaunch to leeward']), 'raft.vtt');
  await school.ask(school.principal, 'PUT', `${film}/texts`, captions);
  await school.ask(school.principal, 'PUT', `${film}/open`, { open: true });

  await page.goto(`/training/${course}`);
  await expectFullScreen(page, 'Raft 1');
  await expect(page.getByRole('link', { name: 'Back to the course' })).toBeVisible();

  const visitor = await (await browser.newContext({ ...landscape, baseURL: academy.url })).newPage();
  complaints.push(...complaintsOf(visitor));
  const films: string[] = [];
  visitor.on('request', (request) => {
    if (/uploads.trainingVideo|player-/.test(request.url())) films.push(request.url());
  });
  await visitor.goto(`/courses/${course}`, { waitUntil: 'networkidle' });
  expect(films).toEqual([]);
  await visitor.getByRole('link', { name: 'Watch' }).tap();
  await expectFullScreen(visitor, 'Raft 1');
  await visitor.goBack();
  await expect(visitor.locator('video')).toHaveCount(0);
  await expect(visitor.getByRole('button', { name: 'Enroll Now' })).toBeVisible();

  // closed by staff, it is closed to those who have its page
  await school.ask(school.principal, 'PUT', `${film}/open`, { open: false });
  await visitor.getByRole('link', { name: 'Watch' }).tap();
  await expect(visitor.getByText('This video is not open to visitors.')).toBeVisible();
  await visitor.goto(`/courses/${course}`);
  await expect(visitor.getByRole('heading', { name: 'Training videos' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Watch' })).toHaveCount(0);
  expect(complaints).toEqual([]);
});
