import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Academy } from './academy.ts';
import { everyComplaintOf } from './pages/states.ts';
import { publicTest as test } from './programs.ts';

const publicPages = ['/', '/courses', '/about', '/contact', '/privacy', '/terms', '/login', '/ornate_backend'];
const accountPages = [
  '/register',
  '/Registration',
  '/otp',
  '/forgot-password',
  '/reset-password',
  '/signed-on?code=1&state=2',
];

/** The stored entries about the person; that the device has the web font says nothing about anybody. */
const keysIn = async (page: Page) =>
  (await page.evaluate(() => Object.keys(localStorage).sort())).filter((key) => key !== 'letters');

/** A token that is well-formed and that the server refuses. */
function tokenFor(role: string, expiresIn: number): string {
  const part = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ role, exp: Math.floor(Date.now() / 1000) + expiresIn })}.c2lnbmVk`;
}

async function logInAsAdmin(page: Page, { admin }: Academy) {
  await page.goto('/ornate_backend');
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password').fill(admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('login');
  await expect(page).toHaveURL(/\/admin-dashboard$/);
}

// shows: routes/home, routes/courses, routes/contact, routes/login, routes/registration, routes/otp,
//   routes/forgot-password, routes/reset-password, routes/second-login, roles/visitor-pages
test('every public page is hydrated without an error, and fits the screen', async ({ page }) => {
  const complaints = everyComplaintOf(page);
  for (const [index, path] of [...publicPages, ...accountPages].entries()) {
    // every other page is hydrated on a phone, and each is looked at in both sizes
    const widths = index % 2 === 0 ? [390, 1280] : [1280, 390];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      if (width === widths[0]) await page.goto(path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(tooWide, `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
  expect(complaints).toEqual([]);
});

// shows: threats/script-in-page, asvs/1.3.2, asvs/3.2.2
test('no text becomes markup through a script, and navigation works without one that attempts it', async ({ page }) => {
  const complaints = everyComplaintOf(page);
  const block = page.locator('script[type="application/ld+json"]');
  await page.goto('/');
  await expect(block).toHaveCount(1);
  await page.getByRole('navigation').getByRole('link', { name: 'Courses' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore Our Courses');
  await page.goBack();
  await expect(page.getByText('Our featured courses')).toBeVisible();
  expect(complaints).toEqual([]);
  const tried = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src=x onerror="alert(1)">';
      return 'done';
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(tried).toBe('TypeError');
});

test('pages can be read without scripts', async ({ browser, academy }) => {
  const context = await browser.newContext({ baseURL: academy.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByText('Our featured courses')).toBeVisible();
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled();
  await context.close();
});

test('a form filled in before hydration sends nothing, least of all in the URL', async ({ page, academy }) => {
  // except a login, which its own script sends: early-login.spec.ts
  const held = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await page.goto('/registration', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('asha@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a secret of mine');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Register' })).toBeDisabled();
  held.resolve();
  await expect(page.getByRole('button', { name: 'Register' })).toBeEnabled();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('a secret of mine');
  expect(page.url()).toBe(`${academy.url}/registration`);
  expect(asked.filter((line) => line.startsWith('POST') || line.includes('secret'))).toEqual([]);
});

// shows: header/signed-in, states/signed-in
test('the header shows who is signed in from the first paint', async ({ page }) => {
  await page.goto('/');
  await page.evaluate((token) => localStorage.setItem('accessToken', token), tokenFor('learner', 600));
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/', { waitUntil: 'commit' });
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Login' })).toBeHidden();
});

test('a chosen theme is applied from the first paint', async ({ page }) => {
  const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  await page.goto('/');
  const light = await ground();
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('banner')).toBeVisible();
  expect(await ground()).not.toBe(light);
});

// shows: header/menu-at-600, header/drawer-closes, states/mobile-drawer, constants/breakpoint, constants/public-drawer
test('at 600 pixels the header folds into a menu 200 wide, which closes when an entry is chosen', async ({ page }) => {
  await page.setViewportSize({ width: 601, height: 800 });
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
  await page.setViewportSize({ width: 600, height: 800 });
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  expect(await menu.boundingBox()).toMatchObject({ x: 400, width: 200, height: 800 });
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(menu).toBeHidden();
});

// shows: home/featured, home/tile-size, constants/featured-tile
test('the featured tiles are 350 by 300 pixels', async ({ page }) => {
  await page.goto('/');
  const tiles = page.getByRole('region', { name: 'Our featured courses' }).getByRole('listitem');
  await expect(tiles).toHaveCount(6);
  for (const tile of await tiles.all()) expect(await tile.boundingBox()).toMatchObject({ width: 350, height: 300 });
});

// shows: routes/second-login, routes/guarded, admin/dashboard, admin/guard, admin/guard-refusal, login/staff-landing,
//   entities/older-token-key, roles/admin-area, messages/admin-token
test('guarded pages lead to the login and back; staff pages delete a learner’s token', async ({ page, academy }) => {
  await page.goto('/profile');
  await expect(page).toHaveURL(`${academy.url}/login`);

  await page.evaluate((token) => localStorage.setItem('token', token), tokenFor('learner', 600));
  await page.goto('/admin-dashboard');
  await expect(page).toHaveURL(`${academy.url}/ornate_backend`);
  expect(await keysIn(page)).toEqual([]);

  for (const token of ['junk', 'a.b', tokenFor('admin', -5)]) {
    await page.evaluate((text) => localStorage.setItem('accessToken', text), token);
    await page.goto('/admin-dashboard/unapproved-users');
    await expect(page).toHaveURL(`${academy.url}/ornate_backend`);
    expect(await keysIn(page)).toEqual([]);
  }
  await page.getByLabel('Email').fill(academy.admin.email);
  await page.getByLabel('Password').fill(academy.admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/admin-dashboard\/unapproved-users$/);
});

// shows: admin/logout, asvs/7.4.4, asvs/14.3.1
test('a logout ends the session everywhere in this browser, and on the server', async ({ context, academy }) => {
  const page = await context.newPage();
  await logInAsAdmin(page, academy);
  const other = await context.newPage();
  await other.goto('/admin-dashboard');
  await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible();
  const refreshToken = await page.evaluate(() => localStorage.getItem('refreshToken'));
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${academy.url}/ornate_backend`);
  await expect(other).toHaveURL(`${academy.url}/ornate_backend`);
  expect(await keysIn(page)).toEqual(['device', 'theme']);
  const refreshed = await page.request.post('/api/user/refresh-token', { data: { refreshToken } });
  expect(refreshed.status()).toBe(401);
});

/** Replaces the access token by one that the page's guard accepts and the server refuses. */
const spoilToken = (page: Page) =>
  page.evaluate((token) => localStorage.setItem('accessToken', token), tokenFor('admin', 600));

const refreshesOf = (context: BrowserContext) => {
  const refreshes: number[] = [];
  context.on('response', (response) => {
    if (response.url().endsWith('/user/refresh-token')) refreshes.push(response.status());
  });
  return refreshes;
};

// shows: admin/approved-users, staff/no-unapproved-users, states/session-refresh, messages/session-expired,
//   constants/one-refresh
test('two tabs whose token is refused refresh it once, and continue', async ({ context, academy }) => {
  const [one, two] = [await context.newPage(), await context.newPage()];
  await logInAsAdmin(one, academy);
  await two.goto('/admin-dashboard/approved-users');
  await expect(two.getByRole('heading', { level: 1 })).toHaveText('Approved Users');
  await spoilToken(one);
  const refreshes = refreshesOf(context);
  await Promise.all([one.goto('/admin-dashboard/unapproved-users'), two.reload()]);
  await expect(one.getByText('No unapproved users found.')).toBeVisible();
  await expect(two.getByRole('heading', { level: 1 })).toHaveText('Approved Users');
  expect(refreshes).toEqual([200]);
});

// shows: entities/storage-keys
test('a refresh without a network ends no session', async ({ context, academy }) => {
  const page = await context.newPage();
  await logInAsAdmin(page, academy);
  await spoilToken(page);
  await page.route('**/user/refresh-token', (route) => route.abort());
  await page.goto('/admin-dashboard/unapproved-users');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page).toHaveURL('/admin-dashboard/unapproved-users');
  expect(await keysIn(page)).toEqual(['accessToken', 'device', 'refreshToken', 'user']);
  await page.unroute('**/user/refresh-token');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No unapproved users found.')).toBeVisible();
});

test('a staff login refuses a person without a staff role, and stores nothing', async ({ page, academy }) => {
  await page.route('**/api/user/login', async (route) => {
    const { user, ...session } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...session, user: { ...user, role: 'learner' } } });
  });
  await page.goto('/ornate_backend');
  await page.getByLabel('Email').fill(academy.admin.email);
  await page.getByLabel('Password').fill(academy.admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toContainText('no staff role');
  expect(await keysIn(page)).toEqual([]);
});
