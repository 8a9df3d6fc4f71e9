import { expect, type Page } from '@playwright/test';
import { chooseAction, fillCourse, publish, rowOf } from './pages/staff.ts';
import { complaintsOf, signedIn } from './pages/states.ts';
import { ownProgram } from './programs.ts';

const test = ownProgram(import.meta.url);

/** Chooses an action of a course's row, and confirms in its dialog. */
async function set(page: Page, title: string, word: 'Activate' | 'Deactivate') {
  await chooseAction(rowOf(page, 'Courses', title), word);
  const dialog = page.getByRole('dialog', { name: `${word} Course` });
  await expect(dialog).toContainText(`Are you sure you want to ${word.toLowerCase()} this course?`);
  await dialog.getByRole('button', { name: `Yes, ${word}` }).click();
}

// shows: staff/course-cards, staff/edit-course, states/course
test('a course is created and edited, deactivated and activated again', async ({ browser, academy, school }) => {
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto('/admin-dashboard/create-course');
  await fillCourse(page, 'Bridge Watch');
  await page.getByRole('button', { name: 'Add Subject' }).click();
  await page.getByLabel('Subject 3').fill('Radar');
  await page.getByRole('group', { name: 'What it teaches' }).getByRole('button', { name: 'Remove' }).nth(1).click();
  await expect(page.getByLabel('Subject 2')).toHaveValue('Radar');
  await page.getByRole('button', { name: 'Create Course' }).click();
  await expect(page.getByText('Course created successfully')).toBeVisible();
  // one stands on the new course, which says what is missing
  await expect(page.getByRole('heading', { name: 'Bridge Watch', level: 1 })).toBeVisible();
  await expect(page.getByText('This course is a draft: only staff see it.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upload a video' })).toBeVisible();
  const { pathname } = new URL(page.url());
  const publicPage = `/courses/${pathname.split('/').at(-1)}`;
  expect((await page.request.get(publicPage)).status()).toBe(404);
  await page.getByRole('link', { name: 'Create a test' }).click();
  await expect(page.getByLabel('Course', { exact: true }).locator(':checked')).toHaveText('Bridge Watch');
  await page.goto(pathname);
  await publish(page);
  await expect(page.getByText('No test: nobody can earn its certificate.')).toBeVisible();
  await expect.poll(async () => (await page.request.get(publicPage)).status()).toBe(200);
  await page.goto('/admin-dashboard/courses');
  for (const fact of ['Active', '2 days', '₹4,500', 'Safety', '60 months'])
    await expect(rowOf(page, 'Courses', 'Bridge Watch')).toContainText(fact);

  await chooseAction(rowOf(page, 'Courses', 'Bridge Watch'), 'Edit');
  await expect(page.getByRole('heading', { name: 'Edit Course' })).toBeVisible();
  await expect(page.getByLabel('Subject 1')).toHaveValue('Muster and abandon ship');
  await page.getByLabel('Title').fill('Bridge Watchkeeping');
  await page.getByLabel('Validity in months').fill('');
  await page.getByRole('button', { name: 'Update Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
  const row = rowOf(page, 'Courses', 'Bridge Watchkeeping');
  await expect(row).toContainText('Does not expire');

  await set(page, 'Bridge Watchkeeping', 'Deactivate');
  await expect(page.getByText('Course deactivated successfully')).toBeVisible();
  await expect(row).toContainText('Inactive');
  await set(page, 'Bridge Watchkeeping', 'Activate');
  await expect(page.getByText('Course activated successfully')).toBeVisible();
  await expect(row).toContainText('Active');
  expect(complaints).toEqual([]);
});
