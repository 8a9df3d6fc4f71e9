import { expect, type Page } from '@playwright/test';
import type { Academy } from './academy.ts';
import { test } from './one-academy.ts';
import { addCourses, addLearner, type Session } from './pages/by-api.ts';
import { openSchool } from './pages/school.ts';
import { enterLogin } from './pages/seafarer.ts';
import { endSession, everyComplaintOf } from './pages/states.ts';

// The public screens in each of their states, reached for real. Forms have a file of their own.

const longTitle = 'Proficiency in Survival Craft and Rescue Boats other than Fast Rescue Boats, with a refresher';
const longText = 'Muster, life rafts, cold water, and the signals that bring a helicopter overhead. '.repeat(8);
/** One more than the catalogue shows at once. */
const many = 49;

let filled: Promise<string[]> | undefined;
/** The courses of these tests; the catalogue is empty until somebody asks for them. */
function courses(academy: Academy): Promise<string[]> {
  const titles = Array.from({ length: many - 2 }, (_, i) => ({ title: `Engine Room Watch ${i + 1}` }));
  filled ??= addCourses(academy, [...titles, { title: longTitle, description: longText }, { title: 'HAZMAT' }]);
  return filled;
}

const card = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
const snackbar = (page: Page, text: string) => page.locator('[aria-live=polite]').getByText(text);

async function signIn(page: Page, { accessToken, refreshToken, user }: Session) {
  await page.goto('/about');
  await page.evaluate(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    },
    { accessToken, refreshToken, user: JSON.stringify(user) },
  );
}

test('a catalogue without courses says so, and one with courses shows them at their sizes', async ({
  page,
  academy,
}) => {
  await (await openSchool(academy)).emptyCatalogue();
  await page.goto('/courses');
  await expect(page.getByText('No courses found.')).toBeVisible();
  await courses(academy);
  await page.goto('/courses');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore Our Courses');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const sheet = card(page, longTitle).locator('.card');
    expect((await sheet.boundingBox())?.height).toBe(420);
    expect((await sheet.locator('img').boundingBox())?.height).toBeCloseTo(160, -1);
    const lines = (name: string) =>
      sheet.locator(name).evaluate((part) => {
        const shown = part.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(part).lineHeight);
        return { shown: Math.round(shown), cut: part.scrollHeight > part.clientHeight };
      });
    expect(await lines('h2 a')).toEqual({ shown: 2, cut: true });
    expect(await lines('p')).toEqual({ shown: 3, cut: true });
    // the button stays inside its card, whatever is above it
    const button = await sheet.getByRole('button', { name: 'Enroll Now' }).boundingBox();
    const frame = await sheet.boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + 420);
  }
  await page.setViewportSize({ width: 1280, height: 844 });
  const share = ((await card(page, 'HAZMAT').boundingBox())?.width ?? 0) / 1216;
  expect(share).toBeGreaterThan(0.21);
  expect(share).toBeLessThan(0.23);
});

test('a search shows that it is under way, and what it found; more is fetched when asked for', async ({
  page,
  academy,
}) => {
  await courses(academy);
  const complaints = everyComplaintOf(page, '500');
  await page.goto('/courses');
  const held = Promise.withResolvers<void>();
  await page.route('**/courses.data*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByLabel('Search courses').fill('hazmat');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading courses' })).toBeVisible();
  held.resolve();
  await expect(page).toHaveURL(/\?q=hazmat$/);
  await expect(page.getByRole('button', { name: 'Enroll Now' })).toHaveCount(1);
  await page.unroute('**/courses.data*');
  await page.getByLabel('Search courses').fill('nothing of the kind');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No courses found.')).toBeVisible();

  await page.goto('/courses');
  await expect(page.getByRole('button', { name: 'Enroll Now' })).toHaveCount(many - 1);
  const more = page.getByRole('button', { name: 'Show more' });
  await page.route('**/api/courses/active*', (route) => route.fulfill({ status: 500, body: '' }));
  await more.click();
  await expect(snackbar(page, 'Failed to load courses. Please try again later.')).toBeVisible();
  await page.unroute('**/api/courses/active*');
  await more.click();
  await expect(page.getByRole('button', { name: 'Enroll Now' })).toHaveCount(many);
  await expect(more).toBeHidden();
  expect(complaints).toEqual([]);
});

test('a visitor who enrols is led to the login', async ({ page, academy }) => {
  const [id] = await courses(academy);
  for (const path of ['/courses', `/courses/${id}`]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Enroll Now' }).first().click();
    await expect(page).toHaveURL(`${academy.url}/login`);
  }
});

test('a request for enrolment: under way, refused, without a link, received', async ({ page, academy, context }) => {
  await courses(academy);
  await signIn(page, await addLearner(academy, 'enrols@example.org'));
  await page.goto('/courses', { waitUntil: 'networkidle' });
  const buttons = page.getByRole('button', { name: 'Enroll Now' });
  const enrol = card(page, 'HAZMAT').getByRole('button', { name: 'Enroll Now' });

  await page.route('**/api/userCourses', (route) => route.fulfill({ status: 500, body: '' }));
  await enrol.click();
  await expect(snackbar(page, 'Something went wrong')).toBeVisible();
  await page.unroute('**/api/userCourses');
  await context.setOffline(true);
  await enrol.click();
  await expect(snackbar(page, 'Network error. Please try again.')).toBeVisible();
  await context.setOffline(false);

  await expect(page.locator('[aria-live=polite] [role]')).toHaveCount(0); // they stand one below the other
  const held = Promise.withResolvers<void>();
  await page.route('**/api/userCourses', async (route) => {
    await held.promise;
    await route.continue();
  });
  await enrol.click();
  await expect(enrol).toHaveAttribute('aria-busy', 'true');
  for (const index of [0, 1, 20, many - 2]) await expect(buttons.nth(index)).toBeDisabled();
  held.resolve();
  const done = snackbar(page, 'Your enrollment request has been submitted. Please wait for admin approval.');
  await expect(done).toBeVisible();
  const shown = Date.now();
  const box = await done.locator('xpath=ancestor::*[@role][1]').boundingBox();
  expect(box?.y).toBeLessThan(40);
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 640)).toBeLessThan(12);
  await expect(buttons.first()).toBeEnabled();
  await expect(done).toBeHidden();
  const seconds = (Date.now() - shown) / 1000;
  expect(seconds).toBeGreaterThan(2);
  expect(seconds).toBeLessThan(6);

  await enrol.click();
  await expect(page.locator('[aria-live=polite]').getByRole('alert')).toBeVisible(); // the server's own words
});

test('the page of a course tells what became of a request', async ({ page, academy, context }) => {
  const [id] = await courses(academy);
  await signIn(page, await addLearner(academy, 'asks@example.org'));
  await page.goto(`/courses/${id}`, { waitUntil: 'networkidle' });
  const enrol = page.getByRole('button', { name: 'Enroll Now' });
  for (const [answer, words] of [
    [{ status: 500, body: '' }, 'Something went wrong'],
    [{ status: 409, json: { message: 'You have asked for it already.', code: 'conflict' } }, 'You have asked for it'],
  ] as const) {
    await page.route('**/api/userCourses', (route) => route.fulfill(answer));
    await enrol.click();
    await expect(snackbar(page, words)).toBeVisible();
    await page.unroute('**/api/userCourses');
  }
  await context.setOffline(true);
  await enrol.click();
  await expect(snackbar(page, 'Network error. Please try again.')).toBeVisible();
  await context.setOffline(false);
  await enrol.click();
  await expect(
    snackbar(page, 'Your enrollment request has been submitted. Please wait for admin approval.'),
  ).toBeVisible();
});

test('an enrolment after the session is over leads to the login, and back', async ({ page, academy }) => {
  const [id] = await courses(academy);
  const email = 'returns@example.org';
  await signIn(page, await addLearner(academy, email));
  for (const path of ['/courses?q=Watch', `/courses/${id}`]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await endSession(page, academy);
    await page.getByRole('button', { name: 'Enroll Now' }).first().click();
    await expect(page).toHaveURL('/login');
    await enterLogin(page, { email, password: 'steady as she goes' });
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('button', { name: 'Enroll Now' }).first()).toBeEnabled();
  }
});

test('what search engines read is there, and hurts nothing in the page', async ({ page, academy }) => {
  const [id] = await courses(academy);
  const complaints = everyComplaintOf(page);
  await page.goto(`/courses/${id}?utm_source=mail`, { waitUntil: 'networkidle' });
  const address = `https://academy.example/courses/${id}`;
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', address);
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    /^https:\/\/academy\.example\/api\//,
  );
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(data).toMatchObject({ '@type': 'Course', url: address, offers: { price: 4500, priceCurrency: 'INR' } });
  await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).click();
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', 'https://academy.example/contact');
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain(`<loc>${address}</loc>`);
  expect(await (await page.request.get('/robots.txt')).text()).toContain('Disallow: /admin-dashboard');
  expect(complaints).toEqual([]);
});

test('the site’s own letters come when the page rests, and are used from the next page on', async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', (request) => request.url().endsWith('.woff2') && fonts.push(request.url()));
  const held = Promise.withResolvers<void>();
  await page.route('**/favicon.svg', async (route) => {
    await held.promise; // the page does not rest while one of its files is on its way
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
  // the further letters and the rupee are left to pages that show one
  expect(fonts).toHaveLength(1);
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(html).toHaveAttribute('data-letters', '');
  await page.goto('/courses', { waitUntil: 'commit' });
  await expect(html).toHaveAttribute('data-letters', '');
});
