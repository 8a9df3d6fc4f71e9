import { expect } from '@playwright/test';
import { complaintsOf, expectSound, signedIn } from '../../e2e/pages/states.ts';
import { test } from '../../e2e/programs.ts';

test('an instructor is assigned on the course’s page, works only on that course, and is removed again', async ({
  browser,
  academy,
  school,
}) => {
  const own = await school.course('Tanker Safety', { films: 1, test: true });
  const other = await school.course('Life Rafts', { films: 0, test: true });
  const instructor = await school.instructor('Anil');
  const admin = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(admin);
  await admin.goto(`/admin-dashboard/courses/${own}`);
  const section = admin.getByRole('region', { name: 'Instructors' });
  await expect(section).toContainText('No instructor is assigned to this course.');
  await section.getByRole('button', { name: 'Assign instructor' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Assign Instructor' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Instructor', { exact: true }).selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(admin.getByText('Instructor assigned.')).toBeVisible();
  await expect(section.getByText(instructor.name)).toBeVisible();
  await expect(section.getByRole('button', { name: 'Assign instructor' })).toBeHidden();
  await expectSound(admin, 'course-instructors');

  const page = await signedIn(browser, academy, instructor);
  const theirs = complaintsOf(page);
  await page.goto('/admin-dashboard/courses');
  await expect(page.getByRole('rowheader', { name: 'Tanker Safety' })).toBeVisible();
  await expect(page.getByText('Life Rafts')).toHaveCount(0);
  for (const list of ['All-tests', 'All-training-video']) {
    await page.goto(`/admin-dashboard/${list}`);
    await expect(page.getByRole('main').getByText('Tanker Safety').first()).toBeVisible();
    await expect(page.getByText('Life Rafts')).toHaveCount(0);
  }
  await page.goto(`/admin-dashboard/courses/${own}`);
  await expect(page.getByRole('region', { name: 'Instructors' }).getByText(instructor.name)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Instructors' }).getByRole('button')).toHaveCount(0);
  await expectSound(page, 'instructor-course');
  await page.goto(`/admin-dashboard/courses/${other}`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expectSound(page, 'instructor-other-course');
  await page.goto(`/admin-dashboard/create-course?course=${other}`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveCount(0);
  await page.goto(`/admin-dashboard/create-course?course=${own}`);
  await expect(page.getByLabel('Title')).toHaveValue('Tanker Safety');
  await page.getByRole('link', { name: 'All Courses' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All Courses' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  await section.getByRole('button', { name: 'Remove' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Yes, Remove' }).click();
  await expect(admin.getByText('Instructor removed from this course.')).toBeVisible();
  await page.goto('/admin-dashboard/courses');
  await expect(page.getByText('Tanker Safety')).toHaveCount(0);
  expect([...complaints, ...theirs]).toEqual([]);
});
