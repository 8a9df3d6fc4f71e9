import { expect, type Locator, type Page } from '@playwright/test';
import { staffRoutes } from '../../web/app/staff-routes.ts';
import type { Academy } from '../academy.ts';
import { cover } from './pictures.ts';

export async function logInAsStaff(page: Page, { url, admin }: Pick<Academy, 'url' | 'admin'>): Promise<void> {
  await page.goto(`${url}/ornate_backend`);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${url}/admin-dashboard`);
  await expect(page.getByText('Admin Dashboard').first()).toBeVisible();
}

/** Opens a page by its title: by the entry of the menu, and by its tab where the entry has several. */
export async function openStaffPage(page: Page, title: string): Promise<void> {
  const { menu: [entry] = [title], tab = title } = staffRoutes.find(({ menu }) => menu?.[1] === title) ?? {};
  const hasTabs = staffRoutes.filter(({ menu }) => menu?.[0] === entry).length > 1;
  const linkOf = (nav: string, name: string) =>
    page.getByRole('navigation', { name: nav, exact: true }).getByRole('link', { name, exact: true });
  await linkOf('Staff', entry).click();
  const link = hasTabs ? linkOf(entry, tab) : linkOf('Staff', entry);
  if (hasTabs) await link.click();
  // The previous page stays until the next one is loaded: only the mark shows that it is.
  await expect(link).toHaveAttribute('aria-current', 'page');
}

/** Opens a section of the settings, whose page is open. */
export const openSection = (page: Page, title: string): Promise<void> =>
  page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${title}`) })
    .click();

/** The row of a record in a table, without its details. */
export const rowOf = (page: Page, list: string, text: string): Locator =>
  page
    .getByRole('table', { name: list })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .filter({ hasText: text });

/** Shows the filters of a list. */
export const openFilters = (list: Page | Locator): Promise<void> =>
  list.getByRole('button', { name: 'Filters', exact: true }).click();

/** Chooses an action in the menu of a row. */
export async function chooseAction(row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await row.getByRole('menuitem', { name: action }).click();
}

export async function approveUser(page: Page, name: string): Promise<void> {
  await openStaffPage(page, 'Unapproved Users');
  await expect(page.getByRole('rowheader', { name })).toBeVisible();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm Approval' });
  await expect(dialog.getByText('Are you sure you want to approve this user?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Yes, Approve' }).click();
  await expect(page.getByText('User approved successfully!')).toBeVisible();
  await expect(page.getByText('No unapproved users found.')).toBeVisible();
}

/** Fills in the open form of a course, except its picture. */
export async function fillCourse(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Duration').fill('2 days');
  await page.getByLabel('Price').fill('4500');
  await page.getByLabel('Category').fill('Safety');
  await page.getByLabel('Validity in months').fill('60');
  await page.getByLabel('Regulations').fill('STCW A-VI/1-1');
  await page.getByLabel('Description').fill('How to abandon ship and stay alive until help comes.');
  await page.getByLabel('Subject 1').fill('Muster and abandon ship');
  await page.getByRole('button', { name: 'Add Subject' }).click();
  await page.getByLabel('Subject 2').fill('Life rafts');
}

export async function createCourse(page: Page, title: string): Promise<void> {
  await openStaffPage(page, 'Create Course');
  await expect(page.getByRole('heading', { name: 'Create New Course' })).toBeVisible();
  await fillCourse(page, title);
  await page.getByLabel('Course image').setInputFiles(await cover());
  await page.getByRole('button', { name: 'Create Course' }).click();
  await expect(page.getByText('Course created successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await publish(page);
}

/** Publishes the draft whose page is open. */
export async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog', { name: 'Publish Course' }).getByRole('button', { name: 'Yes, Publish' }).click();
  await expect(page.getByText('Course published.')).toBeVisible();
}

export async function uploadFilms(page: Page, course: string, films: string[]): Promise<void> {
  await openStaffPage(page, 'Upload Training Video');
  await page.getByLabel('Course', { exact: true }).selectOption({ label: course });
  await page.getByLabel('Title').fill('Survival at sea');
  for (const [index, film] of films.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Add Video' }).click();
    await page.getByLabel(`Video ${index + 1}`).setInputFiles(film);
  }
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
}

type Question = { text: string; options: [string, string, string, string]; correct: string };

export async function createTest(page: Page, course: string, passMark: number, questions: Question[]): Promise<void> {
  await openStaffPage(page, 'Create Test');
  await page.getByLabel('Course', { exact: true }).selectOption({ label: course });
  await page.getByLabel('Pass mark').fill(String(passMark));
  for (const [index, { text, options, correct }] of questions.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Add Question' }).click();
    const question = page.getByRole('group', { name: `Question ${index + 1}` });
    await question.getByLabel('Question text').fill(text);
    for (const [i, option] of options.entries())
      await question.getByLabel(`Option ${i + 1}`, { exact: true }).fill(option);
    await question.getByLabel(`Option ${options.indexOf(correct) + 1} is correct`).check();
  }
  await page.getByRole('button', { name: 'Create Test' }).click();
  await expect(page.getByText('Test created successfully!')).toBeVisible();
}

export async function publishTest(page: Page): Promise<void> {
  await openStaffPage(page, 'All Tests');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Test published successfully.')).toBeVisible();
}

/** Allows another attempt, at once, to the person who last failed the test of a course. */
export async function allowAttempt(page: Page, course: string): Promise<void> {
  await openStaffPage(page, 'User Results');
  await page.getByRole('link', { name: course }).filter({ visible: true }).first().click();
  await page.getByRole('button', { name: 'Allow another attempt' }).click();
  await page.getByLabel('Reason').fill('The ship sails tonight');
  await page.getByRole('button', { name: 'Yes, Allow' }).click();
  await expect(page.getByText('The ship sails tonight')).toBeVisible();
}

export async function acceptRequest(page: Page, { name, passport }: { name: string; passport: string }): Promise<void> {
  await openStaffPage(page, 'User Enrollment Request');
  await page.getByRole('rowheader', { name }).getByRole('button').click();
  await expect(page.getByText(passport)).toBeVisible();
  await page.getByRole('button', { name: /ID document/ }).click();
  const document = page.getByRole('dialog').getByRole('img');
  // The link for staff returns a real picture.
  await expect.poll(() => document.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, Accept' }).click();
  await expect(page.getByRole('rowheader', { name })).toBeHidden();
}
