import { expect, type Page } from '@playwright/test';
import type { Academy } from './academy.ts';
import { scan } from './pages/second-factor.ts';
import { logInAsStaff } from './pages/staff.ts';
import { complaintsOf } from './pages/states.ts';
import { ownProgram } from './programs.ts';

const test = ownProgram(import.meta.url);

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
