import { expect, type Page } from '@playwright/test';
import { identityDocuments } from '../../e2e/pages/pictures.ts';
import { complaintsOf, expectSound, signedIn } from '../../e2e/pages/states.ts';
import { ownProgram } from '../../e2e/programs.ts';

/** Asks for the verdict on a rating of an oil tanker. */
async function askFor(page: Page): Promise<void> {
  await page.getByLabel('Rank').selectOption('able-seafarer-deck');
  await page.getByLabel('Ship').selectOption('oil-tanker');
  await page.getByLabel('Flag').selectOption('LR');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
}

const test = ownProgram(import.meta.url);

test('staff take over a checklist and see who can join; a learner sees whether they may, and adds a document that staff check', async ({
  browser,
  academy,
  school,
}) => {
  const asha = await school.learner('Asha', { profile: true });
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto('/admin-dashboard/fit-to-join');
  await page.getByRole('link', { name: 'Create a checklist' }).click();
  await page.getByLabel('Begin with a starting checklist').selectOption('Ratings on tankers');
  await expect(page.getByLabel('Document, row 37')).toHaveValue('Welding');
  await expectSound(page, 'checklist-of-37-rows');
  await page.getByRole('button', { name: 'Create Checklist' }).click();
  await expect(page.getByText('Checklist created.')).toBeVisible();
  await expect(page.getByText('Able seafarer with everything')).toBeVisible();

  await page.getByRole('link', { name: 'Who can join' }).click();
  await askFor(page);
  await expect(page.getByRole('status').filter({ hasText: '0 of 1 shown can join.' })).toBeVisible();
  await page.getByRole('link', { name: 'Asha Kumar' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fit to Join: Asha Kumar' })).toBeVisible();
  // the profile has the passport and the seaman's book
  await expect(page.getByText('2 documents held for the whole voyage')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^fit-to-join-.*\.pdf$/);
  expect(complaints).toEqual([]);

  const own = await signedIn(browser, academy, asha);
  await own.goto('/certificates');
  await own.getByRole('link', { name: 'May I Join?' }).click();
  await expect(own.getByRole('heading', { level: 1, name: 'May I Join?' })).toBeVisible();
  await askFor(own);
  await expect(own.getByText('You are not ready to join yet.')).toBeVisible();
  await expect(own.getByRole('heading', { name: 'Medical certificate', exact: true })).toBeVisible();

  await own.goto('/documents');
  await own.getByRole('button', { name: 'Add document' }).click();
  await own.getByRole('button', { name: /^Medical certificate Medical$/ }).click();
  const { idDocument } = await identityDocuments();
  await own.getByLabel('Picture or PDF').setInputFiles(idDocument);
  await own.getByLabel('Number').fill('M-4711');
  await own.getByLabel('Issued by').fill('Dr. Rao');
  await own.getByLabel('Day of issue').fill(new Date().toISOString().slice(0, 10));
  await own.getByRole('button', { name: 'Save document' }).click();
  // passport and seaman's book of the profile are not checked either
  const added = own.getByRole('listitem').filter({ hasText: 'M-4711' });
  await expect(added.getByText('Not checked yet')).toBeVisible();

  await page.goto('/admin-dashboard/documents-to-check');
  await page.getByRole('button', { name: 'Check', exact: true }).first().click();
  await page.getByRole('button', { name: 'Yes, Checked' }).click();
  await expect(page.getByText('Document checked.')).toBeVisible();
  await own.goto('/may-i-join');
  // the last answers are still there
  await own.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(own.getByText('3 documents held for the whole voyage')).toBeVisible();
  await expect(own.getByRole('heading', { name: 'Medical certificate', exact: true })).toHaveCount(0);
});
