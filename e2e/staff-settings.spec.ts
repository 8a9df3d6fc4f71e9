import { expect } from '@playwright/test';
import { cover } from './pages/pictures.ts';
import { logInAsStaff, openSection, openStaffPage } from './pages/staff.ts';
import { complaintsOf } from './pages/states.ts';
import { ownProgram } from './programs.ts';

const test = ownProgram(import.meta.url);

test('the academy’s details are on every page once they are saved', async ({ page, academy }) => {
  const complaints = complaintsOf(page);
  await logInAsStaff(page, academy);
  await openStaffPage(page, 'All Settings');
  await openSection(page, 'Brand');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Lighthouse Academy');
  await page.getByLabel('Logo').setInputFiles(await cover());
  await page.getByRole('button', { name: 'Save brand' }).click();
  await expect(page.getByText('Brand saved.')).toBeVisible();
  await expect(page).toHaveTitle('All Settings · Lighthouse Academy');
  await openSection(page, 'Certificates');
  await page.getByLabel('Prefix').fill('lha');
  await page.getByRole('button', { name: 'Save certificate settings' }).click();
  await expect(page.getByText('Certificate settings saved.')).toBeVisible();
  await openSection(page, 'Retention');
  await page.getByLabel('Unused accounts').fill('60');
  await page.getByRole('button', { name: 'Save retention periods' }).click();
  await expect(page.getByText('Retention periods saved.')).toBeVisible();
  await page.goto('/about');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Lighthouse Academy' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('presentation').first()).toBeVisible();
  await page.goto('/admin-dashboard/settings#certificates');
  await expect(page.getByLabel('Prefix')).toHaveValue('LHA');
  expect(complaints).toEqual([]);
});
