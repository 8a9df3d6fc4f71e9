import { expect } from '@playwright/test';
import { complaintsOf, expectSound, signedIn } from '../../e2e/pages/states.ts';
import { ownProgram } from '../../e2e/programs.ts';

const test = ownProgram(import.meta.url);

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
  for (const said of ['Life rafts', 'STCW A-VI/1-1', 'Valid for 5 years', 'How to abandon ship and stay alive'])
    await expect(page.getByRole('main')).toContainText(said);
  await expect(part('Training').getByRole('listitem')).toHaveCount(2);
  await expect(part('Test')).toContainText('2 questions · pass mark 60%');
  await expect(part('Learners of this course')).toContainText('0 of 2 videos');
  await expectSound(page, 'staff-course');

  await page.goto(`/admin-dashboard/courses/${classroom}`);
  await expect(part('Training')).toContainText('This course has no videos or packages.');
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
