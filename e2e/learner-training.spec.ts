import { expect, type Page } from '@playwright/test';
import { keptFilms } from './pages/kept.ts';
import { enterLogin, watchFilm } from './pages/seafarer.ts';
import { complaintsOf, endSession, expectSound, failing, signedIn } from './pages/states.ts';
import { test } from './programs.ts';

/** A failed report is shown at once, but only the end of the film shows that all of it was played. */
const expectEnded = (page: Page) =>
  expect
    .poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.ended), { timeout: 30_000 })
    .toBe(true);

// shows: player/locks, states/training-order, states/training-memory
test('films open in order and automatically, and a lost connection loses nothing', async ({
  browser,
  academy,
  school,
}) => {
  const asha = await school.learner('Asha', { profile: true });
  const course = await school.course('Life Rafts', { films: 2, played: true, test: true });
  await school.enrol(asha, course);
  const page = await signedIn(browser, academy, asha);
  const complaints = complaintsOf(page);
  await page.goto(`/training/${course}`);
  await expect(page.getByRole('button', { name: /^2\..*Locked: watch the video before it first/ })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Give Test' })).toBeDisabled();
  await expectSound(page, 'training');

  // the link is lost while the film plays: its seconds are kept on the device, and the list survives a reload
  const restoreReports = await failing(page, '/trainingVideo/*/progress', 'no link');
  const restoreList = await failing(page, `/trainingVideo/${course}`, 'no link');
  const restoreProfile = await failing(page, '/userProfile', 'no link');
  await watchFilm(page);
  await expectEnded(page);
  await expect(page.getByText('There is no connection.')).toBeVisible({ timeout: 30_000 });
  expect(await keptFilms(page)).toBe(1);
  await page.reload();
  await expect(page.getByText('No connection. This list may be out of date.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: /^1\. Raft 1/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^2\. Raft 2/ })).toBeDisabled();
  await expectSound(page, 'training-dead-link');
  await Promise.all([restoreReports(), restoreList(), restoreProfile()]);
  await page.reload();
  await expect(page.getByText('1 of 2 videos watched')).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => keptFilms(page)).toBe(0);
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('training:')));
  expect(kept).toHaveLength(1);

  // the first film again, to its end: the second opens and starts by itself
  await page.getByRole('button', { name: /^1\./ }).click();
  await watchFilm(page);
  await expect(page.getByRole('heading', { level: 2, name: /^2\./ })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('2 of 2 videos watched')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('All videos watched')).toBeVisible();

  // the session ends before the training is submitted: after the login the films are still watched
  await endSession(page, academy);
  // The page may notice it by a report of the player, before the button is pressed.
  await expect(async () => {
    if (new URL(page.url()).pathname !== '/login') {
      await page.getByRole('button', { name: 'Submit Training' }).click({ timeout: 2_000 });
    }
    await expect(page).toHaveURL('/login', { timeout: 2_000 });
  }).toPass();
  await enterLogin(page, asha);
  await expect(page).toHaveURL(`/training/${course}`);
  await expect(page.getByText('2 of 2 videos watched')).toBeVisible();
  await page.getByRole('button', { name: 'Submit Training' }).click();
  await expect(page.getByText('Training successfully submitted')).toBeVisible();
  await expect(page).toHaveURL(`/testPage/${course}`);
  await page.goto(`/courses/${course}/content`);
  await expect(page.getByRole('link', { name: 'Give Test' })).toBeVisible();
  expect(complaints).toEqual([]);
});
