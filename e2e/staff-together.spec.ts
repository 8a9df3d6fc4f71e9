import { expect, type Page } from '@playwright/test';
import { complaintsOf, expectSound, failing, signedIn } from './pages/states.ts';
import { ownProgram } from './programs.ts';

const test = ownProgram(import.meta.url);

const save = (page: Page) => page.getByRole('button', { name: 'Update Course' }).first().click();

async function openEditor(page: Page, course: string) {
  await page.goto(`/admin-dashboard/create-course?course=${course}`);
  await expect(page.getByRole('heading', { name: 'Edit Course' })).toBeVisible();
}

// shows: staff/edit-course
test('when two staff edit one course, the second sees what has changed, loses nothing, and chooses', async ({
  browser,
  academy,
  school,
}) => {
  const course = await school.course('Life Rafts', { films: 0, test: false });
  const colleague = await school.colleague();
  const mine = await signedIn(browser, academy, school.principal);
  const theirs = await signedIn(browser, academy, colleague);
  const complaints = [complaintsOf(mine), complaintsOf(theirs)];
  await openEditor(mine, course);
  await openEditor(theirs, course);

  await theirs.getByLabel('Title').fill('Life Rafts and Boats');
  await theirs.getByLabel('Price').fill('5200');
  await theirs.getByLabel('Subject 1').fill('Muster list');
  await save(theirs);
  await expect(theirs.getByText('Course updated successfully')).toBeVisible();

  await mine.getByLabel('Title').fill('Rafts');
  await mine.getByLabel('Duration').fill('3 days');
  await mine.getByRole('button', { name: 'Add Subject' }).click();
  await mine.getByLabel('Subject 3').fill('Flares');
  await save(mine);
  const dialog = mine.getByRole('dialog', { name: 'Somebody else has changed this course' });
  await expect(dialog).toContainText('Academy Administrator has changed this course after you opened it.');
  // what only one of the two has changed is merged; the rest is asked, and nothing is sent before the answer
  await expect(dialog.getByRole('group')).toHaveCount(3);
  await expect(dialog.getByRole('group', { name: 'Price' }).getByLabel('Theirs')).toBeChecked();
  await dialog.getByRole('button', { name: 'Update Course' }).click();
  await expect(dialog.getByText('Please choose one of the two')).toHaveCount(2);
  await expectSound(mine, 'staff-course-clash');

  // back to the form, which has kept what was typed
  await dialog.getByRole('button', { name: 'Back to the form' }).click();
  await expect(mine.getByLabel('Title')).toHaveValue('Rafts');
  await expect(mine.getByLabel('Duration')).toHaveValue('3 days');
  await expect(mine.getByLabel('Subject 3')).toHaveValue('Flares');

  await save(mine);
  await dialog.getByRole('group', { name: 'Title' }).getByLabel('Yours').check();
  await dialog.getByRole('group', { name: 'Subjects' }).getByLabel('Theirs').check();
  const restore = await failing(mine, `/courses/${course}?*`, 'no link', 'PUT');
  await dialog.getByRole('button', { name: 'Update Course' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Network error. Please try again.');
  await restore();
  await dialog.getByRole('button', { name: 'Update Course' }).click();
  await expect(mine.getByText('Course updated successfully')).toBeVisible();

  await openEditor(theirs, course);
  await expect(theirs.getByLabel('Title')).toHaveValue('Rafts');
  await expect(theirs.getByLabel('Price')).toHaveValue('5200');
  await expect(theirs.getByLabel('Duration')).toHaveValue('3 days');
  await expect(theirs.getByLabel('Subject 1')).toHaveValue('Muster list');
  await expect(theirs.getByLabel('Subject 3')).toHaveCount(0);
  expect(complaints.flat()).toEqual([]);
});
