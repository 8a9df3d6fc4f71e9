import { expect, type Page } from '@playwright/test';
import { type TOTP, URI } from 'otpauth';
import sharp from 'sharp';
import { readCode } from '../server/testing/read-code.ts';
import type { Academy } from './academy.ts';
import { tabTo } from './pages/keys.ts';
import { logInAsStaff } from './pages/staff.ts';
import { complaintsOf } from './pages/states.ts';
import { ownProgram } from './programs.ts';

const test = ownProgram(import.meta.url);

/** The secret that an app on a phone reads from the QR code. */
async function scan(page: Page): Promise<TOTP> {
  const shot = await page.getByRole('img', { name: 'QR code' }).screenshot();
  return URI.parse((await readCode(sharp(shot))) ?? '') as TOTP;
}

async function enterPassword(page: Page, { url, admin }: Academy): Promise<void> {
  await page.goto(`${url}/ornate_backend`);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('staff set up an app, log in with its code and with a recovery code, and remove it again', async ({
  page,
  browser,
  academy,
}) => {
  const complaints = complaintsOf(page);
  await logInAsStaff(page, academy);
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await page.getByLabel('Current password').fill('not the password');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await page.getByLabel('Current password').fill(academy.admin.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  const app = await scan(page);
  expect(app.label).toBe(academy.admin.email);

  await page.getByLabel('Code', { exact: true }).fill('12345');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Please enter the 6 digits that the app shows.')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(app.generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expect(page.getByRole('button', { name: 'Save as file' })).toBeFocused();
  const [first = '', second = ''] = await codes.allTextContents();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as file' }).click();
  expect((await saved).suggestedFilename()).toBe('recovery-codes.txt');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  await academy.mailTo(academy.admin.email, 'now asks for a code');

  const phone = await (await browser.newContext()).newPage();
  await enterPassword(phone, academy);
  await expect(phone.getByLabel('Code', { exact: true })).toBeFocused();
  await phone.getByLabel('Code', { exact: true }).fill('AAAAA-AAAAA');
  await phone.getByRole('button', { name: 'Login' }).click();
  await expect(phone.getByText('Invalid OTP')).toBeVisible();
  await expect(phone.getByLabel('Password', { exact: true })).toHaveValue(academy.admin.password);
  await phone.getByLabel('Code', { exact: true }).fill(first);
  await phone.getByRole('button', { name: 'Login' }).click();
  await expect(phone).toHaveURL(`${academy.url}/admin-dashboard`);

  const laptop = await (await browser.newContext()).newPage();
  await enterPassword(laptop, academy);
  // the next code, since the one used for the setup is not accepted again
  await laptop.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await laptop.getByRole('button', { name: 'Login' }).click();
  await expect(laptop).toHaveURL(`${academy.url}/admin-dashboard`);

  await page.reload();
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByLabel('Current password').fill(academy.admin.password);
  await page.getByRole('button', { name: 'Remove second factor' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.getByLabel('Code', { exact: true }).fill(second);
  await page.getByRole('button', { name: 'Remove second factor' }).click();
  await expect(page.getByText('Your second factor has been removed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up', exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('staff are led to a second factor, and can do nothing else once the time has passed', async ({
  page,
  academy,
}) => {
  const complaints = complaintsOf(page);
  await logInAsStaff(page, academy);
  await expect(page.getByText('Set up your second factor')).toBeVisible();
  await page.getByRole('link', { name: 'Set up now' }).click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect(page.getByText('Set up your second factor')).toHaveCount(0);

  await page.route('**/api/user/account/second-factor', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const answer = await route.fetch();
    const state = await answer.json();
    return route.fulfill({ json: { ...state, isOverdue: state.since === null } });
  });
  await page.goto(`${academy.url}/admin-dashboard/courses`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up your second factor');
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await page.getByLabel('Current password').fill(academy.admin.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code', { exact: true }).fill((await scan(page)).generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [code = ''] = await codes.allTextContents();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page).toHaveURL(`${academy.url}/admin-dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  await expect(page.getByText('Set up your second factor')).toHaveCount(0);

  // the other tests use the same academy
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByLabel('Current password').fill(academy.admin.password);
  await page.getByRole('button', { name: 'Remove second factor' }).click();
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Remove second factor' }).click();
  await expect(page.getByText('Your second factor has been removed.')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a second factor is set up and removed by keyboard alone', async ({ page, academy }) => {
  const { keyboard } = page;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await logInAsStaff(page, academy);
  await tabTo(page, page.getByRole('link', { name: 'Account', exact: true }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(button('Set up')).toBeVisible();
  await tabTo(page, button('Set up'));
  await keyboard.press('Enter');
  await expect(page.getByLabel('Current password')).toBeFocused();
  await keyboard.type(academy.admin.password);
  await keyboard.press('Enter');
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await keyboard.type((await scan(page)).generate());
  await keyboard.press('Enter');
  await expect(button('Save as file')).toBeFocused();
  const [code = ''] = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
  await tabTo(page, button('I have saved them'));
  await keyboard.press('Enter');
  await expect(button('Remove')).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByLabel('Current password')).toBeFocused();
  await keyboard.type(academy.admin.password);
  await keyboard.press('Enter');
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await keyboard.type(code);
  await keyboard.press('Enter');
  await expect(page.getByText('Your second factor has been removed.')).toBeVisible();
  await expect(button('Set up')).toBeFocused();
});
