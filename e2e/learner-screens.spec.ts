import { expect } from '@playwright/test';
import { watchFilm } from './pages/seafarer.ts';
import { complaintsOf, signedIn } from './pages/states.ts';
import { test } from './programs.ts';

// Requirements of every learner screen: for people with low vision, by keyboard, and without a network.

test.describe('with pages cached on the device', () => {
  test.use({ serviceWorkers: 'allow' });

  // shows: states/training-memory
  test('a training reloaded without a network shows what is watched, and the last position', async ({
    browser,
    academy,
    school,
  }) => {
    const ravi = await school.learner('Ravi', { profile: true });
    const course = await school.course('Fire Pumps', { films: 3, played: true, test: false });
    await school.enrol(ravi, course);
    const page = await signedIn(browser, academy, ravi);
    const complaints = complaintsOf(page);
    const path = `/training/${course}`;
    await page.goto(path);
    await watchFilm(page);
    await expect(page.getByText('1 of 3 videos watched')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('heading', { level: 2, name: '2. Raft 2' })).toBeVisible({ timeout: 30_000 });
    await page.locator('video').evaluate((film: HTMLVideoElement) => film.pause());
    await expect
      .poll(() => page.evaluate(async (url) => Boolean(await caches.match(url)), path.toLowerCase()))
      .toBe(true);

    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByText('No connection. This list may be out of date.')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('heading', { level: 2, name: '2. Raft 2' })).toBeVisible();
    await expect(page.getByText('1 of 3 videos watched')).toBeVisible();
    await expect(page.getByRole('button', { name: /^1\. Raft 1.*Watched$/ })).toBeEnabled();
    await expect(page.getByRole('button', { name: /^2\. Raft 2/ })).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('button', { name: /^3\. Raft 3/ })).toBeDisabled();

    // the link is back: the film loads by itself, or at once when it is asked for
    await page.context().setOffline(false);
    await expect(page.locator('video')).toBeVisible({ timeout: 30_000 });
    expect(complaints).toEqual([]);
  });
});
