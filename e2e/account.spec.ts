import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { unzip } from '../server/platform/archives/testing/unzip.ts';
import { addApprovedSeafarer, codeIn } from './pages/approved-seafarer.ts';
import { enterLogin, logIn, type Seafarer } from './pages/seafarer.ts';
import { logInAsStaff } from './pages/staff.ts';
import { endSession } from './pages/states.ts';
import { ownProgram } from './programs.ts';

/** One program for all of these tests, and a signed-in seafarer for each. */
const test = ownProgram(import.meta.url).extend<{ person: Seafarer }>({
  person: async ({ academy, page }, use, { testId }) => {
    const email = `${testId}@example.org`;
    const names = { firstName: 'Meera', lastName: 'Nair' };
    const person = { ...names, email, password: 'steady as she goes', passport: 'Z4839201' };
    await addApprovedSeafarer(academy, person);
    await logIn(page, academy, person);
    await use(person);
  },
});

const openAccount = async (page: Page) => {
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
};
const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');

async function fillPasswords(page: Page, current: string, next: string) {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password').fill(next);
  await page.getByLabel('Confirm password').fill(next);
  await page.getByRole('button', { name: 'Change password' }).click();
}

// shows: messages/login-server
test('a changed password refuses the old one, accepts the new one, and ends the session elsewhere', async ({
  page,
  browser,
  academy,
  person,
}) => {
  const phone = await (await browser.newContext()).newPage();
  await logIn(phone, academy, person);
  await openAccount(page);
  await expect(sessions(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password')).toBeFocused();

  await fillPasswords(page, 'not the password', 'a new lighthouse');
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await expect(page.getByLabel('New password')).toHaveValue('a new lighthouse');
  await fillPasswords(page, person.password, 'a new lighthouse');
  await expect(page.getByText('Your password has been changed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change password' })).toBeFocused();
  await expect(sessions(page)).toHaveCount(1);
  await expect(page.getByText('You are not logged in on any other device.')).toBeVisible();
  await academy.mailTo(person.email, 'Your password');

  await phone.goto('/account');
  await expect(phone).toHaveURL(`${academy.url}/login`);
  await enterLogin(phone, person);
  await expect(phone.getByText('Invalid email or password')).toBeVisible();
  await enterLogin(phone, { ...person, password: 'a new lighthouse' });
  await expect(phone).toHaveURL(`${academy.url}/account`);
  await page.reload();
  await expect(sessions(page)).toHaveCount(2);
});

// shows: login/tokens, states/login
test('a new email is verified by the mailed code, and is the login afterwards', async ({ page, academy, person }) => {
  const email = `new-${person.email}`;
  await openAccount(page);
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(academy.admin.email);
  await page.getByLabel('Current password').fill(person.password);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByText('This email address is already registered.')).toBeVisible();
  await page.getByLabel('New email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByLabel('OTP')).toBeFocused();

  // the code may be entered later, and after a reload
  await page.reload();
  await expect(page.getByText('is not verified yet')).toBeVisible();
  await page.getByRole('button', { name: 'Enter OTP' }).click();
  const code = codeIn((await academy.mailTo(email, 'OTP for a new email')).text);
  await page.getByLabel('OTP').fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await page.getByRole('button', { name: 'Verify OTP' }).click();
  await expect(page.getByText('Invalid OTP')).toBeVisible();
  await page.getByLabel('OTP').fill(code);
  await page.getByRole('button', { name: 'Verify OTP' }).click();
  await expect(page.getByText('Your email address has been changed.')).toBeVisible();
  await academy.mailTo(person.email, 'has changed');

  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${academy.url}/login`);
  await enterLogin(page, person);
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await enterLogin(page, { ...person, email });
  await expect(page).toHaveURL(`${academy.url}/dashboard`);
});

// shows: states/session-refused, messages/session-expired
test('a session is ended from another device', async ({ page, browser, academy, person }) => {
  const phone = await (await browser.newContext()).newPage();
  await logIn(phone, academy, person);
  await openAccount(page);
  await expect(sessions(page)).toHaveCount(2);
  await expect(sessions(page).filter({ hasText: 'This device' }).getByRole('button', { name: 'Log out' })).toHaveCount(
    0,
  );

  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Chrome on Linux is logged out at once');
  await page.getByRole('button', { name: 'Yes, Log out' }).click();
  await expect(page.getByText('The device has been logged out.')).toBeVisible();
  await expect(sessions(page)).toHaveCount(1);
  await phone.goto('/profile');
  await expect(phone).toHaveURL(`${academy.url}/login`);
  await phone.context().close();

  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('button', { name: 'Yes, Log out' }).click();
  await expect(page).toHaveURL(`${academy.url}/login`);
  // a browser that is closed while it changes pages was seen to hang
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('a session that ends while a form is open leads to the login, and back to the account', async ({
  page,
  academy,
  person,
}) => {
  await openAccount(page);
  for (const { open, fields, send } of [
    { open: 'Change mobile', fields: { 'New mobile': '9999900000' }, send: 'Change mobile' },
    {
      open: 'Change email',
      fields: { 'New email': 'meera@example.org', 'Current password': person.password },
      send: 'Send OTP',
    },
    {
      open: 'Change password',
      fields: {
        'Current password': person.password,
        'New password': 'a new lighthouse',
        'Confirm password': 'a new lighthouse',
      },
      send: 'Change password',
    },
  ]) {
    await page.getByRole('button', { name: open }).click();
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
    await endSession(page, academy);
    await page.getByRole('button', { name: send }).click();
    await expect(page).toHaveURL(`${academy.url}/login`);
    await enterLogin(page, person);
    await expect(page).toHaveURL(`${academy.url}/account`);
    await expect(page.getByText('9999900000')).toHaveCount(0);
  }
});

test('a copy of all stored personal data is downloaded with the password', async ({ page, person }) => {
  await openAccount(page);
  await page.getByRole('button', { name: 'Download a copy' }).click();
  const download = page.getByRole('button', { name: 'Download', exact: true });
  await page.getByLabel('Current password').fill('not the password');
  await download.click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await page.getByLabel('Current password').fill(person.password);
  const coming = page.waitForEvent('download');
  await download.click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d{2}-\d{2}\.zip$/);
  const copy = await unzip(await readFile(await file.path()));
  expect(String(copy['data/account.json'])).toContain(person.email);
  await expect(page.getByRole('button', { name: 'Download a copy' })).toBeFocused();
});

test('an account is erased once the password and the consequences are confirmed', async ({ page, academy, person }) => {
  await openAccount(page);
  await page.getByRole('button', { name: 'Erase account' }).click();
  await expect(page.getByText('Kept, because the law requires it')).toBeVisible();
  await page.getByLabel('Current password').fill('not the password');
  const erase = page.getByRole('button', { name: 'Erase my account for good' });
  await erase.click();
  await expect(page.getByRole('alert')).toHaveText('Please confirm that this cannot be undone');
  await page.getByLabel('I understand that this cannot be undone').check();
  await erase.click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await expect(page.getByLabel('I understand that this cannot be undone')).toBeChecked();
  await page.getByLabel('Current password').fill(person.password);
  await erase.click();
  await expect(page).toHaveURL(`${academy.url}/`);
  await academy.mailTo(person.email, 'has been erased');
  await page.goto('/account');
  await expect(page).toHaveURL(`${academy.url}/login`);
  await enterLogin(page, person);
  await expect(page.getByText('Invalid email or password')).toBeVisible();
});

test('staff find their account in the top bar', async ({ page, academy }) => {
  await logInAsStaff(page, academy);
  await openAccount(page);
  await expect(page).toHaveURL(`${academy.url}/admin-dashboard/account`);
  // the learners' URL, typed or in an old mail, leads there too
  await page.goto('/account');
  await expect(page).toHaveURL(`${academy.url}/admin-dashboard/account`);
  // the URL changes before the page does
  await expect(page.getByRole('navigation', { name: 'Staff' })).toBeVisible();
  await expect(page.getByRole('main').getByText(academy.admin.email)).toBeVisible();
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('button', { name: 'Yes, Log out' }).click();
  await expect(page).toHaveURL(`${academy.url}/ornate_backend`);
});
