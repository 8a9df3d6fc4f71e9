import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { openFilters } from './pages/staff.ts';
import { complaintsOf, signedIn } from './pages/states.ts';
import { ownProgram } from './programs.ts';

const test = ownProgram(import.meta.url);

test('a list is sorted and filtered, a reload and Back keep that, and it is exported as shown', async ({
  browser,
  academy,
  school,
}) => {
  const fire = await school.course('Fire Fighting', { films: 1, test: true });
  const rafts = await school.course('Life Rafts', { films: 1, test: true });
  const [zoya, anil] = [await school.learner('Zoya'), await school.learner('Anil')];
  await school.request(zoya, fire);
  await school.request(anil, rafts);
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  const names = () => page.getByRole('rowheader').allTextContents();
  const asked = () => new URL(page.url()).searchParams.toString();

  await page.goto('/admin-dashboard/approved-users');
  await expect.poll(names).toEqual(['Anil Kumar', 'Zoya Kumar']);
  await page.getByLabel('Sort by').selectOption('Oldest first');
  await expect.poll(names).toEqual(['Zoya Kumar', 'Anil Kumar']);
  await page.getByLabel('Sort by').selectOption('By name');
  await expect.poll(names).toEqual(['Anil Kumar', 'Zoya Kumar']);
  await openFilters(page);
  await page.getByLabel('State').selectOption('Disabled');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  expect(asked()).toBe('sort=name&state=disabled');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove filter State: Disabled' })).toBeVisible();
  await openFilters(page);
  await expect(page.getByLabel('State')).toHaveValue('disabled');
  await page.goBack();
  await expect.poll(names).toEqual(['Anil Kumar', 'Zoya Kumar']);
  await expect(page.getByLabel('State')).toHaveValue('');
  await page.goForward();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(names).toEqual(['Anil Kumar', 'Zoya Kumar']);
  expect(asked()).toBe('sort=name');

  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' });
  await page.getByLabel('Registered from').fill(today);
  await page.getByLabel('Registered until').fill(today);
  await page.getByLabel('Search by name or email').fill('anil');
  await expect.poll(names).toEqual(['Anil Kumar']);
  await expect.poll(asked).toBe(`sort=name&from=${today}&to=${today}&q=anil`);
  await expect(page.getByText('1 entry')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Excel' }).click();
  const rows = await readSheet(await readFile(await (await download).path()));
  expect(rows.map(([name]) => name)).toEqual(['Name', 'Anil Kumar']);

  await page.goto('/admin-dashboard/enrollment-request?course=none&sort=password');
  await expect.poll(names).toEqual(['Zoya Kumar', 'Anil Kumar']);
  await openFilters(page);
  await page.getByLabel('Course', { exact: true }).selectOption('Life Rafts');
  await expect.poll(names).toEqual(['Anil Kumar']);

  await school.decide(zoya, fire, 'activate');
  await page.goto(`/admin-dashboard/courses/${fire}?training=completed`);
  const learners = page.getByRole('region', { name: 'Learners of this course' });
  await expect(learners.getByText('Nothing matches these filters.')).toBeVisible();
  await openFilters(learners);
  await learners.getByLabel('Training').selectOption('Not completed');
  await expect(learners.getByText('Zoya Kumar')).toBeVisible();
  await expect.poll(asked).toBe('training=open');

  await page.goto('/admin-dashboard/All-tests?state=unpublished');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await openFilters(page);
  await page.getByLabel('State').selectOption('Published');
  await page.getByLabel('Course', { exact: true }).selectOption('Life Rafts');
  const titles = () => page.getByRole('rowheader').allTextContents();
  await expect.poll(titles).toEqual(['Life Rafts: test']);
  await page.reload();
  await expect.poll(titles).toEqual(['Life Rafts: test']);

  await page.goto('/admin-dashboard/All-training-video?state=inactive');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await openFilters(page);
  await page.getByLabel('Course is').selectOption('Active');
  await page.getByLabel('Course', { exact: true }).selectOption('Life Rafts');
  await expect(page.getByText('1 entry')).toBeVisible();
  expect(complaints).toEqual([]);
});
