import { expect, type Page } from '@playwright/test';
import { cover } from '../../e2e/pages/pictures.ts';
import { chooseAction, rowOf } from '../../e2e/pages/staff.ts';
import { complaintsOf, expectSound, signedIn } from '../../e2e/pages/states.ts';
import { test } from '../../e2e/programs.ts';

const alternative = 'An orange ring on dark blue';
/** Whether the picture has loaded, not only its text alternative. */
const shown = (page: Page) =>
  expect
    .poll(() =>
      page
        .getByRole('img', { name: alternative })
        .first()
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBe(1600);

test('a question shows its picture from authoring to the review of the answer', async ({
  browser,
  academy,
  school,
}) => {
  const course = await school.course('Flags', { films: 1, test: false });
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto('/admin-dashboard/test-form');
  await page.getByLabel('Course', { exact: true }).selectOption({ label: 'Flags' });
  await page.getByLabel('Pass mark').fill('50');
  await page.getByLabel('Question text').fill('Which flag is this?');
  for (const [i, option] of ['Alfa', 'Bravo', 'Charlie', 'Delta'].entries())
    await page.getByLabel(`Option ${i + 1}`, { exact: true }).fill(option);
  await page.getByLabel('Option 2 is correct').check();
  await page.getByText('Title and conditions (optional)').click();
  await page.getByLabel('Shown to learners afterwards').selectOption({ label: 'Their answers and the correct ones' });

  // a file that is not a picture is reported at the field; nothing typed is lost
  const file = page.getByLabel('Picture', { exact: true });
  await file.setInputFiles({ name: 'flag.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByText('Must be an image')).toBeVisible();
  await file.setInputFiles(await cover());
  await page.getByLabel('What the picture shows').fill(alternative);
  await page.reload();
  await expect(page.getByLabel('What the picture shows')).toHaveValue(alternative);
  await shown(page);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: alternative })).toBeVisible();
  await expectSound(page, 'question-picture-preview');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Create Test' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
  await expect(page.getByText('Test published successfully.')).toBeVisible();
  await chooseAction(rowOf(page, 'Tests', 'Flags').first(), 'Save as GIFT');
  await expect(page.getByText('The picture of 1 question is not in the file.')).toBeVisible();

  const learner = await school.trained('Farida', course);
  const sitting = await signedIn(browser, academy, learner);
  const heard = complaintsOf(sitting);
  await sitting.goto(`/testPage/${course}`);
  await shown(sitting);
  await expectSound(sitting, 'question-picture-paper');
  await sitting.getByRole('group', { name: 'Which flag is this?' }).getByLabel('Alfa').check();
  await sitting.getByRole('button', { name: 'Submit' }).click();
  await expect(sitting.getByRole('heading', { name: 'Your answers' })).toBeVisible();
  await shown(sitting);
  await expectSound(sitting, 'question-picture-review');

  await page.goto('/admin-dashboard/user-results?q=Farida');
  await page.getByRole('link', { name: 'Flags' }).click();
  await shown(page);
  await page.goto('/admin-dashboard/All-tests?q=Flags');
  await chooseAction(rowOf(page, 'Tests', 'Flags'), 'Analysis');
  await shown(page);
  expect([...complaints, ...heard]).toEqual([]);
});
