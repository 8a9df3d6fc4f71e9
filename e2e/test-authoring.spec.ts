import { expect } from '@playwright/test';
import { chooseAction, openFilters, rowOf } from './pages/staff.ts';
import { complaintsOf, expectSound, signedIn } from './pages/states.ts';
import { test } from './programs.ts';

const gift = `$CATEGORY: Fire

Which extinguisher for oil? {=Foam ~Water ~Sand bucket ~None}

Why is water wet? {}

What feeds a fire? {=Air ~Sand ~Foam ~Water}
`;

test('a test is imported from a file, tried, edited as a new version, and copied', async ({
  browser,
  academy,
  school,
}) => {
  await school.course('Galley Fires', { films: 0, test: false });
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto('/admin-dashboard/test-form');
  await page.getByLabel('Course', { exact: true }).selectOption({ label: 'Galley Fires' });
  await page.getByLabel('Pass mark').fill('50');

  // a file is read, and its content is reported line by line before any of it is added
  await page.getByRole('button', { name: 'Add from a file' }).click();
  await page
    .getByLabel('File of questions')
    .setInputFiles({ name: 'fire.gift', mimeType: 'text/plain', buffer: Buffer.from(gift) });
  await page.getByRole('button', { name: 'Read file' }).click();
  await expect(page.getByText('Line 5: This is an essay')).toBeVisible();
  await page.getByRole('button', { name: 'Add 2 questions' }).click();
  await expect(page.getByLabel('Question text')).toHaveCount(2);

  // rows are moved and duplicated with their content, by keyboard and by button
  await page.getByLabel('Question text').nth(1).press('Alt+ArrowUp');
  await expect(page.getByLabel('Question text').first()).toHaveValue('What feeds a fire?');
  await page.getByRole('button', { name: 'Duplicate' }).first().click();
  await expect(page.getByLabel('Question text')).toHaveCount(3);
  await expect(page.getByLabel('Question text').nth(1)).toHaveValue('What feeds a fire?');
  await page.getByRole('button', { name: 'Remove' }).nth(1).click();

  await page.getByText('Title and conditions (optional)').click();
  await page.getByLabel('Minutes allowed').fill('20');
  await page.getByLabel('Questions per topic').fill('Fire: 5');
  await page.getByRole('button', { name: 'Create Test' }).click();
  await expect(page.getByText('A topic has fewer questions than you ask for')).toBeVisible();
  await page.getByLabel('Questions per topic').fill('Fire: 1');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('dialog').getByRole('group', { name: 'What feeds a fire?' })).toBeVisible();
  await expectSound(page, 'test-preview');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Create Test' }).click();
  await expect(page.getByText('Test created successfully!')).toBeVisible();

  // the next version starts with what is there
  await chooseAction(rowOf(page, 'Tests', 'Galley Fires'), 'Edit');
  await expect(page.getByLabel('Minutes allowed')).toHaveValue('20');
  await page.getByLabel('Title').fill('Fire, second version');
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await expect(page.getByText('Test saved as a new version.')).toBeVisible();
  const row = rowOf(page, 'Tests', 'Fire, second version');
  await expect(row).toBeVisible();
  const file = page.waitForEvent('download');
  await chooseAction(row, 'Save as GIFT');
  expect((await file).suggestedFilename()).toBe('Fire-second-version.gift.txt');
  await chooseAction(row, 'Duplicate');
  await expect(page.getByRole('rowheader', { name: 'Fire, second version (copy)' })).toBeVisible();

  await page.goto('/admin-dashboard/test-form');
  await page.getByLabel('Course', { exact: true }).selectOption({ label: 'Galley Fires' });
  await page.getByRole('button', { name: 'Add from the question bank' }).click();
  await expect(page.getByLabel(/^Choose Wh/)).toHaveCount(2);
  await page.getByLabel('Search by words or topic').fill('no such thing');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await page.getByLabel('Search by words or topic').fill('extinguisher');
  await expect(page.getByLabel(/^Choose Wh/)).toHaveCount(1);
  await openFilters(page.getByRole('dialog'));
  await page.getByLabel('Topic', { exact: true }).last().selectOption('Fire');
  await page.getByLabel(/^Choose Which extinguisher/).check();
  await page.getByRole('button', { name: 'Add selected' }).click();
  await expect(page.getByLabel('Question text')).toHaveValue('Which extinguisher for oil?');
  expect(complaints).toEqual([]);
});
