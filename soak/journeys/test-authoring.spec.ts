import { expect } from '@playwright/test';
import { questions } from '../../e2e/pages/school.ts';
import { chooseAction, openFilters, rowOf } from '../../e2e/pages/staff.ts';
import { complaintsOf, expectSound, signedIn } from '../../e2e/pages/states.ts';
import { test } from '../../e2e/programs.ts';

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
  await page.getByRole('link', { name: 'Corrected Answer Keys' }).click();
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
