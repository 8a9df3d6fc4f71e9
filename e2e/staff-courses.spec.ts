import { expect, type Page } from '@playwright/test';
import { cover } from './pages/pictures.ts';
import { chooseAction, fillCourse, rowOf } from './pages/staff.ts';
import { complaintsOf, expectSound, signedIn } from './pages/states.ts';
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
  await page.getByLabel('Course image').setInputFiles(await cover());
  await page.getByRole('button', { name: 'Add Subject' }).click();
  await page.getByLabel('Subject 3').fill('Radar');
  await page.getByRole('group', { name: 'What it teaches' }).getByRole('button', { name: 'Remove' }).nth(1).click();
  await expect(page.getByLabel('Subject 2')).toHaveValue('Radar');
  await page.getByRole('button', { name: 'Create Course' }).click();
  await expect(page.getByText('Course created successfully')).toBeVisible();
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
  await expect(row).toContainText('No expiry');

  await set(page, 'Bridge Watchkeeping', 'Deactivate');
  await expect(page.getByText('Course deactivated successfully')).toBeVisible();
  await expect(row).toContainText('Inactive');
  await set(page, 'Bridge Watchkeeping', 'Activate');
  await expect(page.getByText('Course activated successfully')).toBeVisible();
  await expect(row).toContainText('Active');
  expect(complaints).toEqual([]);
});

test('one page shows everything about a course, including attendance in a classroom', async ({
  browser,
  academy,
  school,
}) => {
  const [sea, classroom] = [
    await school.course('Survival at Sea', { films: 2, test: true }),
    await school.course('Ship Handling', { films: 0, test: false }),
  ];
  const asha = await school.learner('Asha', { profile: true });
  for (const course of [sea, classroom]) await school.enrol(asha, course);
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto(`/admin-dashboard/courses/${sea}`);
  const part = (title: string) => page.getByRole('region', { name: title, exact: true });
  await expect(page.getByRole('heading', { level: 1, name: 'Survival at Sea' })).toBeVisible();
  for (const said of ['Life rafts', 'STCW A-VI/1-1', '60 months', 'How to abandon ship and stay alive'])
    await expect(page.getByRole('main')).toContainText(said);
  await expect(part('Videos').getByRole('listitem')).toHaveCount(2);
  await expect(part('Test')).toContainText('2 questions · pass mark 60%');
  await expect(part('Learners of this course')).toContainText('0 of 2 videos');
  await expectSound(page, 'staff-course');

  await page.goto(`/admin-dashboard/courses/${classroom}`);
  await expect(part('Videos')).toContainText('This course has no videos.');
  await expect(part('Test')).toContainText('This course has no test.');
  await part('Learners of this course').getByRole('button', { name: 'Mark attendance' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark Attendance' });
  await dialog.getByRole('button', { name: 'Yes, Attended' }).click();
  await expect(part('Learners of this course').getByText('Attended', { exact: true })).toBeVisible();
  await part('Learners of this course').getByRole('link', { name: 'Asha Kumar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Asha Kumar' })).toBeVisible();
  await page.goto(`/admin-dashboard/courses/${classroom}`);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Ship Handling');
  expect(complaints).toEqual([]);
});
