import { expect, type Page } from '@playwright/test';
import { expectSound } from './states.ts';

/** The item that is played: in the frame of the second origin, in the frame of the academy's page. */
export const played = (page: Page) => page.frameLocator('iframe').frameLocator('iframe');

/** Adds a package to a course as staff do, from the file to its place in the list. */
export async function addPackage(
  page: Page,
  courseId: string,
  zip: Buffer,
  { title }: { title: string },
): Promise<void> {
  await page.goto(`/admin-dashboard/courses/${courseId}`);
  await page.getByRole('button', { name: 'Add Package' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Package' });
  const file = { name: 'package.zip', mimeType: 'application/zip', buffer: zip };
  await dialog.getByLabel('Package', { exact: true }).setInputFiles(file);
  await dialog.getByRole('button', { name: 'Upload and Check' }).click();
  await expect(dialog.getByText('SCORM 1.2').or(dialog.getByText('SCORM 2004')).first()).toBeVisible();
  await expectSound(page, 'package-preview');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Minimum time (minutes)').fill('1');
  await dialog.getByRole('button', { name: 'Add Package' }).click();
  await expect(page.getByText(title, { exact: true })).toBeVisible();
}
