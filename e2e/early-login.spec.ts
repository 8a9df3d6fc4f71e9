import { expect, type Page } from '@playwright/test';
import { everyComplaintOf } from './pages/states.ts';
import { publicTest as test } from './programs.ts';

// What can be done on a slow link before a page's scripts have loaded.

/** Delays the scripts of the page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** The bodies of the login requests that the page sends. */
function loginsOf(page: Page): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/login')) sent.push(request.postDataJSON());
  });
  return sent;
}

const button = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Login' });

async function enter(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}

test('a login is sent before the page is hydrated, and the page continues with its response', async ({
  page,
  academy,
}) => {
  const complaints = everyComplaintOf(page);
  const logins = loginsOf(page);
  const letScriptsCome = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await enter(page, academy.admin);
  const answered = page.waitForResponse('**/api/user/login');
  await page.getByLabel('Password').press('Enter');
  await expect(button(page)).toBeDisabled();
  await expect(button(page)).toHaveAttribute('aria-busy', 'true');
  expect((await answered).status()).toBe(200);
  expect(new URL(page.url()).href).toMatch(/\/login$/);
  letScriptsCome();
  await expect(page).toHaveURL(/\/admin-dashboard$/);
  const { email, password } = academy.admin;
  expect(logins).toEqual([{ email, password, device: '' }]);
  expect(complaints).toEqual([]);
});

test('a refusal of such a login is shown by the page, and the next one is sent again', async ({ page, academy }) => {
  const logins = loginsOf(page);
  const letScriptsCome = await holdScripts(page);
  await page.goto('/ornate_backend', { waitUntil: 'commit' });
  await enter(page, { email: academy.admin.email, password: 'not the password' });
  await button(page).click();
  await expect(button(page)).toBeDisabled();
  letScriptsCome();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(academy.admin.email);
  expect(logins).toHaveLength(1);
  await enter(page, academy.admin);
  await button(page).click();
  await expect(page).toHaveURL(/\/admin-dashboard$/);
  expect(logins).toHaveLength(2);
});

test('what is changed in the fields after such a login is used', async ({ page, academy }) => {
  const logins = loginsOf(page);
  const letScriptsCome = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await enter(page, { email: academy.admin.email, password: 'not the password' });
  await button(page).click();
  await page.getByLabel('Password').fill(academy.admin.password);
  letScriptsCome();
  await expect(page).toHaveURL(/\/admin-dashboard$/);
  expect(logins).toHaveLength(2);
});
