import { type Browser, expect, type Page } from '@playwright/test';
import type { Academy } from './academy.ts';
import type { SignedIn } from './pages/school.ts';
import { everyComplaintOf, signedIn } from './pages/states.ts';
import { test } from './programs.ts';

// What somebody who is signed in sees on a slow link before the scripts of the page are there.

/**
 * A page of somebody whose link seems slow, and whose scripts wait until `come` is called; and what it asks of the API.
 * The time to the first byte is stated: a browser that slows a link down does not count that time.
 */
async function openAtSea(browser: Browser, academy: Academy, who: SignedIn, width = 390) {
  const page = await signedIn(browser, academy, who, { viewport: { width, height: 844 } });
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  await page.addInitScript(() => {
    const entries = performance.getEntriesByType.bind(performance);
    const slow = [{ requestStart: 100, responseStart: 800 }] as unknown as PerformanceEntryList;
    performance.getEntriesByType = (type) => (type === 'navigation' ? slow : entries(type));
  });
  return { page, asked, come: held.resolve };
}

const view = (page: Page) => page.locator('first-view');
const welcome = (page: Page) => page.getByRole('heading', { level: 1, name: 'Welcome, Asha' });

test('a learner reads the first page before its scripts are there, and React continues with it', async ({
  browser,
  academy,
  school,
}) => {
  const asha = await school.learner('Asha', { profile: true });
  await school.enrol(asha, await school.course('Rafts at Sea', { films: 1, test: false }));
  const { page, asked, come } = await openAtSea(browser, academy, asha);
  const complaints = everyComplaintOf(page);
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(welcome(page)).toBeVisible();
  const start = page.getByRole('link', { name: 'Start Training' });
  await expect(start).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menu' })).toBeDisabled();
  await start.focus();
  come();
  await expect(view(page)).toHaveCount(0);
  await expect(welcome(page)).toBeVisible();
  await expect(page.locator('main')).toHaveCount(1);
  await expect(start).toBeFocused();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  expect(asked.filter((path) => ['/api/first-view', '/api/home', '/api/courses/active'].includes(path))).toEqual([
    '/api/first-view',
  ]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('nothing moves on a wide screen when React continues with the page', async ({ browser, academy, school }) => {
  const { page, come } = await openAtSea(browser, academy, await school.learner('Asha', { profile: true }), 1280);
  await page.goto('/dashboard', { waitUntil: 'commit' });
  const links = page.getByRole('navigation', { name: 'Your pages' });
  const places = async () => [await links.boundingBox(), await welcome(page).boundingBox()];
  await expect(view(page)).toHaveCount(1);
  await expect(links).toBeVisible();
  const before = await places();
  come();
  await expect(view(page)).toHaveCount(0);
  await expect(links).toBeVisible();
  expect(await places()).toEqual(before);
  await page.context().close();
});

test('staff read their overview, with its figures, in the same way', async ({ browser, academy, school }) => {
  const { page, asked, come } = await openAtSea(browser, academy, school.principal);
  const complaints = everyComplaintOf(page);
  await page.goto('/admin-dashboard', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  come();
  await expect(view(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  expect(asked).toEqual(['/api/first-view']);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('nothing of it stays when the person logs out in another tab', async ({ browser, academy, school }) => {
  const { page } = await openAtSea(browser, academy, await school.learner('Asha', { profile: true }));
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(welcome(page)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/about');
  await other.evaluate(() => localStorage.clear());
  await expect(welcome(page)).toHaveCount(0);
  await expect(page.getByText('Loading')).toBeAttached();
  await page.context().close();
});

test('nothing is shown where somebody has courses aboard, which a PIN may lock', async ({
  browser,
  academy,
  school,
}) => {
  const { page, come } = await openAtSea(browser, academy, await school.learner('Asha', { profile: true }));
  await page.addInitScript(() => localStorage.setItem('aboard', '{"somebody":["a course"]}'));
  const answered = page.waitForResponse('**/api/first-view*');
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await (await answered).finished();
  await expect(page.getByText('Loading')).toBeAttached();
  await expect(view(page)).toHaveCount(0);
  come();
  await expect(welcome(page)).toBeVisible();
  await page.context().close();
});

test('where the scripts fail, it stays and its links lead on', async ({ browser, academy, school }) => {
  const asha = await school.learner('Asha', { profile: true });
  await school.enrol(asha, await school.course('Boats at Sea', { films: 1, test: false }));
  const { page, come } = await openAtSea(browser, academy, asha);
  await page.route('**/assets/learner-*.js', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  come();
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await failed;
  await expect(welcome(page)).toBeVisible();
  // every page of a learner needs it; the link has recovered meanwhile
  await page.unroute('**/assets/learner-*.js');
  await page.getByRole('link', { name: 'Start Training' }).click();
  await expect(page.getByRole('heading', { name: 'Boats at Sea' })).toBeVisible();
  await page.context().close();
});

test('a session that the server has ended leads to the login', async ({ browser, academy, school }) => {
  const asha = await school.learner('Asha', { profile: true });
  await fetch(`${academy.url}/api/user/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${asha.login.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken: asha.login.refreshToken }),
  });
  const { page, come } = await openAtSea(browser, academy, asha);
  const answered = page.waitForResponse('**/api/first-view*');
  come();
  await page.goto('/dashboard', { waitUntil: 'commit' });
  expect((await answered).status()).toBe(401);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('main').getByRole('button', { name: 'Login' })).toBeEnabled();
  await page.context().close();
});
