import { expect } from '@playwright/test';
import { film } from '../../e2e/films.ts';
import { rowOf } from '../../e2e/pages/staff.ts';
import { complaintsOf, expectSound, failing, signedIn } from '../../e2e/pages/states.ts';
import { ownProgram } from '../../e2e/programs.ts';

const test = ownProgram(import.meta.url);

// shows: admin/published-tests
test('tests are published and unpublished, and published tests have their own list', async ({
  browser,
  academy,
  school,
}) => {
  await school.course('Fire Pumps', { films: 0, test: true });
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto('/admin-dashboard/Published-tests?q=Fire+Pumps');
  const row = rowOf(page, 'Published tests', 'Fire Pumps');
  await expect(row).toContainText('Published');
  await row.getByRole('button', { name: 'Fire Pumps: test', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('To leeward (correct answer)');
  await expectSound(page, 'staff-published-tests');

  await row.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByText('Test unpublished successfully.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goto('/admin-dashboard/All-tests?q=Fire+Pumps');
  await rowOf(page, 'Tests', 'Fire Pumps').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Test published successfully.')).toBeVisible();
  expect(complaints).toEqual([]);
});

// shows: messages/upload-failure
test('films are listed, and an upload that is refused with or without a reason keeps what was typed', async ({
  browser,
  academy,
  school,
}) => {
  await school.course('Engine Watch', { films: 1, test: false });
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto('/admin-dashboard/All-training-video?q=Engine+Watch');
  await page.getByRole('button', { name: 'Details of Engine Watch' }).click();
  await expect(page.getByRole('table', { name: 'Training videos' })).toContainText('Raft 1');

  await page.goto('/admin-dashboard/training-video');
  await page.getByLabel('Course', { exact: true }).selectOption({ label: 'Engine Watch' });
  await page.getByLabel('Title').fill('Engine room');
  await page.getByLabel('Video 1').setInputFiles(film('e2e-raft'));
  for (const [failure, words] of [
    [{ status: 500 }, 'Something went wrong during upload.'],
    [{ status: 413, message: 'The film is too large.' }, 'The film is too large.'],
  ] as const) {
    const restore = await failing(page, '/trainingVideo/uploaded', failure, 'POST');
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByText(words)).toBeVisible();
    await restore();
  }
  await expect(page.getByLabel('Title')).toHaveValue('Engine room');
  expect(complaints).toEqual([]);
});
