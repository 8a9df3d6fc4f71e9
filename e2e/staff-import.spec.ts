import { expect, type Page } from '@playwright/test';
import { plannedBatch } from './pages/planned-batch.ts';
import { openFilters } from './pages/staff.ts';
import { complaintsOf, expectSound, signedIn } from './pages/states.ts';
import { ownProgram } from './programs.ts';

const test = ownProgram(import.meta.url);

const titles = 'Name;E-mail;Mobile;Passport;Course;Batch\n';
const choose = (page: Page, text: string, encoding: BufferEncoding = 'utf8') =>
  page
    .getByLabel('List of people')
    .setInputFiles({ name: 'crew.csv', mimeType: 'text/csv', buffer: Buffer.from(text, encoding) });
const checkTable = (page: Page) => page.getByRole('button', { name: 'Check the list' }).click();
const confirm = async (page: Page, button: string, yes: string) => {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('dialog').getByRole('button', { name: yes }).click();
};

test('a crew is checked, corrected and enrolled, begins by the mailed links, and the rest is undone', async ({
  browser,
  academy,
  school,
}) => {
  const course = await school.course('Fire Drill', { films: 0, test: true, format: 'classroom' });
  await school.ask(school.principal, 'POST', '/batches', plannedBatch(course, { seats: 2 }));

  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto('/admin-dashboard/users');
  await expect(page).toHaveURL(/unapproved-users$/);
  await page.getByRole('link', { name: 'Import or add' }).click();
  await expect(page.getByRole('heading', { name: 'Import Users' })).toBeVisible();

  await choose(page, 'Asha,Nair,asha@example.org');
  await checkTable(page);
  await expect(page.getByText('The first row must name the columns; there is none called Email')).toBeVisible();
  const place = 'Fire Drill;FD 7';
  const crew = `${titles}José Müller;jose@example.org;+91 98200 11111;m0000001;${place}\nMeera Pillai;meera@example.org;98200;M0000002;${place}\nRavi Das;ravi@example.org;9820022222;M0000001;${place}`;
  await choose(page, crew, 'latin1');
  await checkTable(page);

  await expect(page.getByText('1 person can be imported.')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Rows' }).getByRole('row');
  await expect(rows.filter({ hasText: 'José Müller' })).toContainText('New account');
  await expect(rows.filter({ hasText: 'Ravi Das' })).toContainText('Row 2 has the same passport number.');
  await expect(rows.filter({ hasText: 'Pillai' })).toContainText('Please enter a valid 10-digit mobile number.');
  await openFilters(page);
  await page.getByLabel('Outcome').selectOption('Needs correction');
  await expect(rows).toHaveCount(3);
  await page.reload();
  await expect(rows).toHaveCount(3);
  expect(await academy.mails()).toHaveLength(0);

  // Corrected and sent again; the table that was not confirmed has no effect.
  await page.getByRole('link', { name: 'Upload another list' }).click();
  await choose(page, crew.replace(';98200;', ';9820033333;').replace(/\nRavi.*$/, ''), 'latin1');
  await checkTable(page);
  await expect(page.getByText('2 new accounts, 2 enrollments.')).toBeVisible();
  await confirm(page, 'Import 2 people', 'Yes, Import');
  await expect(page.getByText('The emails are sent. New people choose a password first.')).toBeVisible();
  await expectSound(page, 'import-done');

  const mail = await academy.mailTo('meera@example.org', 'Your account');
  expect(mail.subject).toContain('Fire Drill');
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
  await visitor.goto('/profile');
  await expect(visitor.getByLabel('Passport number')).toHaveValue('M0000002');
  await expectSound(visitor, 'profile-entered');
  expect(visitorComplaints).toEqual([]);

  // Meera has used her account, which stays; José has not, and leaves his seat.
  await confirm(page, 'Undo import', 'Yes, Undo');
  await expect(page.getByText('This import is undone.')).toBeVisible();
  await expect(rows.filter({ hasText: 'Meera Pillai' })).toContainText('The account was used since.');
  await expect(rows.filter({ hasText: 'José Müller' })).toContainText('Undone');
  await expectSound(page, 'import-undone');
  expect((await academy.mailTo('jose@example.org', 'Please ignore')).text).toContain('by mistake');
  expect(complaints).toEqual([]);
});
