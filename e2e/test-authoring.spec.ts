import { expect } from '@playwright/test';
import { questions } from './pages/school.ts';
import { chooseAction, openFilters, rowOf } from './pages/staff.ts';
import { complaintsOf, expectSound, signedIn } from './pages/states.ts';
import { test } from './programs.ts';

const gift = `$CATEGORY: Fire

Which extinguisher for oil? {=Foam ~Water ~Sand bucket ~None}

Is water wet? {T}

What feeds a fire? {=Air ~Sand ~Foam ~Water}
`;

test('a test is imported from a file, tried, edited as a new version, and copied', async ({
  browser,
  academy,
  school,
}) => {
  await school.course('Galley Fires', { films: 0, test: false });
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto('/admin-dashboard/test-form');
  await page.getByLabel('Course', { exact: true }).selectOption({ label: 'Galley Fires' });
  await page.getByLabel('Pass mark').fill('50');

  // a file is read, and its content is reported line by line before any of it is added
  await page.getByRole('button', { name: 'Add from a file' }).click();
  await page
    .getByLabel('File of questions')
    .setInputFiles({ name: 'fire.gift', mimeType: 'text/plain', buffer: Buffer.from(gift) });
  await page.getByRole('button', { name: 'Read file' }).click();
  await expect(page.getByText('Line 5: This is true or false')).toBeVisible();
  await page.getByRole('button', { name: 'Add 2 questions' }).click();
  await expect(page.getByLabel('Question text')).toHaveCount(2);

  // rows are moved and duplicated with their content, by keyboard and by button
  await page.getByLabel('Question text').nth(1).press('Alt+ArrowUp');
  await expect(page.getByLabel('Question text').first()).toHaveValue('What feeds a fire?');
  await page.getByRole('button', { name: 'Duplicate' }).first().click();
  await expect(page.getByLabel('Question text')).toHaveCount(3);
  await expect(page.getByLabel('Question text').nth(1)).toHaveValue('What feeds a fire?');
  await page.getByRole('button', { name: 'Remove' }).nth(1).click();

  await page.getByText('Test conditions (optional)').click();
  await page.getByLabel('Minutes allowed').fill('20');
  await page.getByLabel('Questions per topic').fill('Fire: 5');
  await page.getByRole('button', { name: 'Create Test' }).click();
  await expect(page.getByText('A topic has fewer questions than you ask for')).toBeVisible();
  await page.getByLabel('Questions per topic').fill('Fire: 1');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('dialog').getByRole('group', { name: 'What feeds a fire?' })).toBeVisible();
  await expectSound(page, 'test-preview');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Create Test' }).click();
  await expect(page.getByText('Test created successfully!')).toBeVisible();

  // the next version starts with what is there
  await chooseAction(rowOf(page, 'Tests', 'Galley Fires'), 'Edit');
  await expect(page.getByLabel('Minutes allowed')).toHaveValue('20');
  await page.getByLabel('Title').fill('Fire, second version');
  await page.getByRole('button', { name: 'Save as a new version' }).click();
  await expect(page.getByText('Test saved as a new version.')).toBeVisible();
  const row = rowOf(page, 'Tests', 'Fire, second version');
  await expect(row).toBeVisible();
  const file = page.waitForEvent('download');
  await chooseAction(row, 'Save as GIFT');
  expect((await file).suggestedFilename()).toBe('Fire-second-version.gift.txt');
  await chooseAction(row, 'Duplicate');
  await expect(page.getByRole('rowheader', { name: 'Fire, second version (copy)' })).toBeVisible();

  await page.goto('/admin-dashboard/test-form');
  await page.getByLabel('Course', { exact: true }).selectOption({ label: 'Galley Fires' });
  await page.getByRole('button', { name: 'Add from the question bank' }).click();
  await expect(page.getByLabel(/^Choose Wh/)).toHaveCount(2);
  await page.getByLabel('Search by words or topic').fill('no such thing');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await page.getByLabel('Search by words or topic').fill('extinguisher');
  await expect(page.getByLabel(/^Choose Wh/)).toHaveCount(1);
  await openFilters(page.getByRole('dialog'));
  await page.getByLabel('Topic', { exact: true }).last().selectOption('Fire');
  await page.getByLabel(/^Choose Which extinguisher/).check();
  await page.getByRole('button', { name: 'Add selected' }).click();
  await expect(page.getByLabel('Question text')).toHaveValue('Which extinguisher for oil?');
  expect(complaints).toEqual([]);
});

test('a result is inspected, its answer key corrected, another attempt allowed, and the test analysed', async ({
  browser,
  academy,
  school,
}) => {
  const [lata, mohan] = [
    await school.learner('Lata', { profile: true }),
    await school.learner('Mohan', { profile: true }),
  ];
  const course = await school.course('Stability', { films: 1, test: true });
  for (const [learner, passing] of [
    [lata, true],
    [mohan, false],
  ] as const) {
    await school.enrol(learner, course);
    await school.train(learner, course);
    await school.sit(learner, course, passing);
  }
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto('/admin-dashboard/user-results?q=Mohan');
  const row = page.getByRole('row').filter({ hasText: 'Stability' });
  for (const said of ['Mohan Kumar', '0 of 2', '0%', 'Not passed']) await expect(row).toContainText(said);
  await row.getByRole('link', { name: 'Stability' }).click();
  await expect(page.getByText('0 of 2 (0%)')).toBeVisible();
  await expectSound(page, 'result');

  await page.getByRole('button', { name: 'Allow another attempt' }).click();
  await page.getByLabel('Reason').fill('The lights went out');
  await page.getByRole('button', { name: 'Yes, Allow' }).click();
  await expect(page.getByText('The lights went out')).toBeVisible();

  await page.getByRole('button', { name: 'Correct the answer key' }).first().click();
  await page.getByLabel('Correct answer').selectOption(questions[0]?.options[0] ?? '');
  await page.getByLabel('Reason').fill('Typed wrongly');
  await page.getByRole('button', { name: 'Yes, Grade again' }).click();
  await expect(page.getByText('Score changed from 0 to 1')).toBeVisible();
  await expectSound(page, 'result-noted');

  await page.goto('/admin-dashboard/All-tests?q=Stability');
  await chooseAction(rowOf(page, 'Tests', 'Stability'), 'Analysis');
  await expect(page.getByRole('table', { name: 'Scores' })).toBeVisible();
  await expect(page.getByText('1 of 2 correct (50%)').first()).toBeVisible();
  await expectSound(page, 'test-analysis');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await file).suggestedFilename()).toContain('analysis.csv');

  // the effect of the corrected answer key on each result, and the pass that is now below the pass mark
  await page.getByRole('link', { name: 'Corrected answer keys' }).click();
  const changed = page.getByRole('table', { name: 'Changed results' });
  await expect(changed).toContainText('Below the mark');
  await expect(changed).toContainText(lata.email);
  await expectSound(page, 'corrected-keys');
  await openFilters(page);
  await page.getByLabel('Outcome').selectOption({ label: 'Now passed' });
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await page.getByRole('link', { name: 'Decide on the results' }).click();
  const reviewed = page.getByRole('table', { name: 'Results to review' }).getByRole('row').filter({ hasText: 'Lata' });
  await expect(reviewed).toContainText('1 of 2 (50%)');
  await expect(reviewed).toContainText('60%');
  await page.getByLabel(/^Choose Lata/).check();
  await page.getByRole('button', { name: 'Revoke selected' }).click();
  await expect(page.getByLabel('Reason')).toHaveValue(/is below the pass mark/);
  await page.getByRole('button', { name: 'Yes, Revoke' }).click();
  await expect(page.getByText('1 of 1 revoked.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('No results to review.')).toBeVisible();
  const mail = await academy.mailTo(lata.email, 'revoked');
  expect(mail.text).toContain('is below the pass mark');
  expect(complaints).toEqual([]);
});
