import { expect, type Page } from '@playwright/test';
import type { Academy } from './academy.ts';
import { test } from './one-academy.ts';
import { addCourses, addLearner, type Session } from './pages/by-api.ts';
import { enterLogin, enterProfile } from './pages/seafarer.ts';
import { endSession, everyComplaintOf } from './pages/states.ts';

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
  const kept = page.getByText('Your request for Engine Room Watch is sent as soon as your profile is saved.');
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

test('the web font loads when the page is idle, and is used from the next page', async ({ page }) => {
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
