import { expect, type Page } from '@playwright/test';
import type { Academy } from './academy.ts';
import { addCourses, addLearner, type Session } from './pages/by-api.ts';
import { enterLogin, enterProfile } from './pages/seafarer.ts';
import { endSession, everyComplaintOf } from './pages/states.ts';
import { publicTest as test } from './programs.ts';

// The parts of the public screens that need the program: sessions, pages for search engines, and the web font.

let filled: Promise<string[]> | undefined;
function courses(academy: Academy): Promise<string[]> {
  filled ??= addCourses(academy, [{ title: 'Engine Room Watch' }, { title: 'HAZMAT' }]);
  return filled;
}

async function signIn(page: Page, { accessToken, refreshToken, user }: Session) {
  await page.goto('/about');
  await page.evaluate(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    },
    { accessToken, refreshToken, user: JSON.stringify(user) },
  );
}

test('a request from the catalogue is not lost on the way through login and profile', async ({ page, academy }) => {
  const [, id] = await courses(academy);
  const email = 'returns@example.org';
  const [login, begun] = [{ email, password: 'steady as she goes' }, '/courses?q=Watch'];
  const session = await addLearner(academy, email);
  await page.goto(begun, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Enroll Now' }).click();
  await expect(page).toHaveURL('/login');
  await page.reload();
  await enterLogin(page, login);
  await expect(page).toHaveURL('/profile');
  const kept = page.getByText('Your request for Engine Room Watch will be sent when your profile is saved.');
  await expect(kept).toBeVisible();
  await page.reload();
  await expect(kept).toBeVisible();
  await enterProfile(page, { passport: 'Z4839201' });
  await expect(page).toHaveURL(begun);
  await expect(page.getByText(/^Your enrollment request has been submitted/)).toBeVisible();
  await expect(page.getByText('Waiting for approval', { exact: true })).toBeVisible();

  // a session that has ended is the same for the learner, who has a profile by now
  await signIn(page, session);
  await page.goto(`/courses/${id}`, { waitUntil: 'networkidle' });
  await endSession(page, academy);
  await page.getByRole('button', { name: 'Enroll Now' }).click();
  await expect(page).toHaveURL('/login');
  await enterLogin(page, login);
  await expect(page).toHaveURL(`/courses/${id}`);
  await expect(page.getByText('Waiting for approval', { exact: true })).toBeVisible();
});

test('structured data for search engines exists, and breaks nothing on the page', async ({ page, academy }) => {
  const [id] = await courses(academy);
  const complaints = everyComplaintOf(page);
  await page.goto(`/courses/${id}?utm_source=mail`, { waitUntil: 'networkidle' });
  const url = `https://academy.example/courses/${id}`;
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', url);
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    /^https:\/\/academy\.example\/api\//,
  );
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(data).toMatchObject({ '@type': 'Course', url, offers: { price: 4500, priceCurrency: 'INR' } });
  await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).click();
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', 'https://academy.example/contact');
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain(`<loc>${url}</loc>`);
  expect(await (await page.request.get('/robots.txt')).text()).toContain('Disallow: /admin-dashboard');
  expect(complaints).toEqual([]);
});

/** The fonts in which an element is drawn, as the browser chose them. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName }) => familyName);
}

/** Lets pages find that their first byte took so many milliseconds. */
const onLink = (page: Page, milliseconds: number) =>
  page.addInitScript((responseStart) => {
    performance.getEntriesByType = () => [{ requestStart: 0, responseStart } as PerformanceNavigationTiming];
  }, milliseconds);

test('on a fast link the first page is painted in the web font, and so are later ones on any link', async ({
  page,
  context,
}) => {
  await onLink(page, 5);
  const asked = page.waitForRequest('**/archivo-*.woff2');
  await page.goto('/about', { waitUntil: 'commit' });
  await asked;
  await expect(page.locator('html')).toHaveAttribute('data-letters', '');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('letters'))).toBe('');
  // another tab finds the font in the cache
  const later = await context.newPage();
  await onLink(later, 700);
  // a browser waits for it for a tenth of a second only, which a busy machine may miss
  await expect(async () => {
    await later.goto('/');
    expect(await fontsOf(later, 'h1')).toEqual([expect.stringMatching(/^Archivo/)]);
  }).toPass();
  const shift = await later.evaluate<number>(`new Promise((resolve) =>
    new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0))).observe({
      type: 'layout-shift', buffered: true,
    }) ?? requestAnimationFrame(() => requestAnimationFrame(() => resolve(0))))`);
  expect(shift).toBe(0);
});

test('on a slow link the web font loads when the page is idle, and is used from the next page', async ({ page }) => {
  await onLink(page, 300);
  const fonts: string[] = [];
  page.on('request', (request) => request.url().endsWith('.woff2') && fonts.push(request.url()));
  const held = Promise.withResolvers<void>();
  await page.route('**/favicon.svg', async (route) => {
    await held.promise; // the page is not idle while one of its files is loading
    await route.continue();
  });
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/forgot-password', { waitUntil: 'commit' });
  const send = page.getByRole('main').locator('button[type=submit]');
  await expect(send).toBeDisabled();
  expect(fonts).toEqual([]);
  held.resolve();
  await expect(send).toBeEnabled();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('letters'))).toBe('');
  const html = page.locator('html');
  await expect(html).not.toHaveAttribute('data-letters');
  // the other font subsets are loaded only by pages that use one of their characters
  expect(fonts).toHaveLength(1);
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(html).toHaveAttribute('data-letters', '');
  await page.goto('/courses', { waitUntil: 'commit' });
  await expect(html).toHaveAttribute('data-letters', '');
});

test('on a ship’s link the web font is not loaded: it would be a tenth of the visit', async ({ page }) => {
  await onLink(page, 700);
  const fonts: string[] = [];
  page.on('request', (request) => request.url().endsWith('.woff2') && fonts.push(request.url()));
  await page.goto('/forgot-password');
  await expect(page.getByRole('main').locator('button[type=submit]')).toBeEnabled();
  await page.waitForLoadState('networkidle');
  // once the page is live, what it does when idle comes before what is asked for here
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(fonts).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('letters'))).toBeNull();
});

test('a web font that failed is loaded on the next page of the same visit', async ({ page }) => {
  await onLink(page, 300);
  // it tries twice at once
  await page.route('**/archivo-*.woff2', (route) => route.abort('connectionfailed'), { times: 2 });
  let lost = 0;
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('.woff2')) lost += 1;
  });
  await page.goto('/forgot-password');
  await expect.poll(() => lost).toBe(2);
  const html = page.locator('html');
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('letters'))).toBe('');
  await expect(html).not.toHaveAttribute('data-letters');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(html).toHaveAttribute('data-letters', '');
  expect(await fontsOf(page, 'h1')).toEqual([expect.stringMatching(/^Archivo/)]);
});
