import { expect, type Page } from '@playwright/test';
import { openFilters } from './pages/staff.ts';
import { complaintsOf, expectSound, signedIn } from './pages/states.ts';
import { ownProgram } from './programs.ts';

const test = ownProgram(import.meta.url);

const titles = 'Title;First name;Last name;E-mail;Mobile\n';
const choose = (page: Page, name: string, text: string, encoding: BufferEncoding = 'utf8') =>
  page.getByLabel('List of people').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, encoding) });
const checkTable = (page: Page) => page.getByRole('button', { name: 'Check the list' }).click();

test('a crew list is checked, corrected and confirmed, and each person chooses a password by the mailed link', async ({
  browser,
  academy,
  school,
}) => {
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto('/admin-dashboard/users');
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { name: 'Import Users' })).toBeVisible();

  await choose(page, 'crew.csv', 'Asha,Nair,asha@example.org');
  await checkTable(page);
  await expect(page.getByText('The first row must name the columns; there is none called Title')).toBeVisible();
  const crew = `${titles}Mr;José;Müller;jose@example.org;+91 98200 11111\nMr;José;Again;jose@example.org;9820022222\nMrs;;Pillai;meera@example.org;98200`;
  await choose(page, 'crew.csv', crew, 'latin1');
  await checkTable(page);

  await expect(page.getByText('1 person can be invited.')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Rows' }).getByRole('row');
  await expect(rows.filter({ hasText: 'José Müller' })).toContainText('Ready');
  await expect(rows.filter({ hasText: 'José Again' })).toContainText('Row 2 has the same email address.');
  await expect(rows.filter({ hasText: 'Pillai' })).toContainText('First name is required.');
  await openFilters(page);
  await page.getByLabel('Outcome').selectOption('Needs correction');
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(rows).toHaveCount(2);
  expect(await academy.mails()).toHaveLength(0);

  // Corrected and sent again; the table that was not confirmed has no effect.
  await page.getByRole('link', { name: 'Upload another list' }).click();
  await choose(page, 'crew.csv', crew.replace('Mrs;;', 'Mrs;Meera;').replace(/;98200$/, ';9820033333'), 'latin1');
  await checkTable(page);
  await page.getByRole('button', { name: 'Invite 2 people' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, Invite' }).click();
  await expect(page.getByText('2 people invited by email.')).toBeVisible();
  await expect(rows.filter({ hasText: 'Meera Pillai' })).toContainText('Invited');
  await expectSound(page, 'import-done');
  expect(complaints).toEqual([]);

  const mail = await academy.mailTo('meera@example.org', 'Your account');
  const path = /https?:\/\/[^/]+(\/set-password#[\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
  const visitor = await (await browser.newContext({ baseURL: academy.url })).newPage();
  const visitorComplaints = complaintsOf(visitor);
  await visitor.goto('/set-password');
  await expect(visitor.getByText('This link is not complete.')).toBeVisible();
  await visitor.goto(path);
  await visitor.reload();
  await visitor.getByLabel('New password').fill('steady as she goes');
  await visitor.getByLabel('Confirm password').fill('steady as she went');
  await visitor.getByRole('button', { name: 'Set Password' }).click();
  await expect(visitor.getByText('Passwords do not match.')).toBeVisible();
  await expectSound(visitor, 'set-password');
  await visitor.getByLabel('Confirm password').fill('steady as she goes');
  await visitor.getByRole('button', { name: 'Set Password' }).click();
  await expect(visitor.getByText('Your password has been set. Please log in.')).toBeVisible();
  await expect(visitor).toHaveURL(/\/login$/);
  await visitor.getByLabel('Email').fill('meera@example.org');
  await visitor.getByLabel('Password', { exact: true }).fill('steady as she goes');
  await visitor.getByRole('button', { name: 'Login' }).click();
  await expect(visitor).toHaveURL(/\/dashboard$/);
  expect(visitorComplaints).toEqual([]);
});
