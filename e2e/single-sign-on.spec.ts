import { test as base, expect, type Page } from '@playwright/test';
import { type OpenidProvider, startOpenidProvider } from '../server/features/single-sign-on/testing/openid-provider.ts';
import { freePort } from '../server/testing/free-port.ts';
import { type Academy, startAcademy } from './academy.ts';
import { openSchool } from './pages/school.ts';
import { openStaffPage } from './pages/staff.ts';
import { complaintsOf, expectSound, signedIn } from './pages/states.ts';

type Parties = { academy: Academy; provider: OpenidProvider };

/** Opened by a host name, since browsers have no passkeys for an IP address, and the login shows both. */
const test = base.extend<object, { parties: Parties }>({
  parties: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern, and there is nothing to take
    async ({}, use) => {
      const port = await freePort();
      const [id, secret] = ['academy', 'a secret of the tests'];
      const env = {
        OIDC_ISSUER: `http://127.0.0.1:${port}`,
        OIDC_CLIENT_ID: id,
        OIDC_CLIENT_SECRET: secret,
        OIDC_EMAIL_DOMAINS: 'example.org',
        OIDC_NAME: 'Harbour ID',
      };
      const academy = await startAcademy({ mail: 'files', host: 'localhost', env });
      const client = {
        id,
        secret,
        redirectUri: `${academy.url}/signed-on`,
        afterLogoutUri: `${academy.url}/ornate_backend`,
        backChannelLogoutUri: `${academy.url}/api/user/sign-on/back-channel-logout`,
      };
      const provider = await startOpenidProvider(client, port);
      await use({ academy, provider });
      await provider.stop();
      await academy.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ parties }, use) => use(parties.academy.url),
});

const goOn = (page: Page) => page.getByRole('button', { name: 'Continue with Harbour ID' }).click();

async function logInAtProvider(page: Page, name: string): Promise<void> {
  await goOn(page);
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

/** On the provider's page that asks whether to log out. */
const logOutAtProvider = (page: Page) => page.getByRole('button', { name: 'Log out' }).click();

test('staff log in through the academy’s provider, and are logged out with it', async ({
  page,
  context,
  browser,
  parties: { academy, provider },
}) => {
  const complaints = complaintsOf(page);
  const school = await openSchool(academy);
  const leela = await school.instructor('Leela');
  const { email } = leela.login.user;
  provider.people.set('leela', { email, email_verified: true });

  await page.goto('/admin-dashboard/courses');
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Harbour ID' })).toBeVisible();
  await expectSound(page, 'staff-login-with-provider');

  await goOn(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText('You did not log in at Harbour ID.')).toBeVisible();
  expect(page.url()).toBe(`${academy.url}/signed-on`);
  await page.getByRole('link', { name: 'Back to the staff login' }).click();
  await logInAtProvider(page, 'leela');
  await expect(page).toHaveURL(`${academy.url}/admin-dashboard/courses`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Courses');

  // logged out at the provider, in another tab
  const tab = await context.newPage();
  await tab.goto(`${provider.issuer}/session/end`);
  await logOutAtProvider(tab);
  await expect(tab.getByText('Sign-out Success')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Tests', exact: true }).click();
  await expect(page).toHaveURL(`${academy.url}/ornate_backend`);

  await logInAtProvider(page, 'leela');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Tests');
  await page.getByRole('button', { name: 'Logout' }).click();
  await logOutAtProvider(page);
  await expect(page).toHaveURL(new RegExp(`^${academy.url}/ornate_backend`));
  expect(await page.evaluate(() => localStorage.getItem('signOutUrl'))).toBeNull();

  const principal = await signedIn(browser, academy, school.principal);
  await principal.goto('/admin-dashboard');
  await openStaffPage(principal, 'Staff');
  const colleague = principal.getByRole('listitem').filter({ hasText: email });
  await expect(colleague.getByText('Logs in with Harbour ID')).toBeVisible();
  await expectSound(principal, 'staff-with-provider');
  await colleague.getByRole('button', { name: /^Actions for / }).click();
  await principal.getByRole('menuitem', { name: 'Remove login with Harbour ID' }).click();
  await expectSound(principal, 'staff-remove-provider');
  await principal.getByRole('button', { name: 'Yes, Remove' }).click();
  await expect(colleague.getByText('Logs in with Harbour ID')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('a login is completed once, and only in the tab that began it', async ({ page, browser, parties }) => {
  const { academy, provider } = parties;
  provider.people.set('nobody', { email: 'nobody@example.org', email_verified: true });
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/user/sign-on')) posts.push(request.url());
  });
  // without an account here, the provider’s login opens nothing, and a reload does not try again
  await page.goto('/ornate_backend');
  const returned = page.waitForRequest((request) => request.url().startsWith(`${academy.url}/signed-on?`));
  await logInAtProvider(page, 'nobody');
  const url = (await returned).url();
  await expect(page.getByRole('alert')).toBeVisible();
  expect([page.url(), posts.length]).toEqual([`${academy.url}/signed-on`, 1]);
  await page.reload();
  await expect(page).toHaveURL(`${academy.url}/ornate_backend`);

  const other = await (await browser.newContext()).newPage();
  await other.goto(url);
  await expect(other.getByText('This login was started in another browser or tab')).toBeVisible();
  await other.goto(`${academy.url}/signed-on?error=access_denied&error_description=Call+us&state=x`);
  await expect(other.getByText('This login was started in another browser or tab')).toBeVisible();
  await expect(other.getByText('Call us')).toHaveCount(0);
  expect(posts).toHaveLength(1);
});
