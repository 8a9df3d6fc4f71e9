import { expect } from '@playwright/test';
import { chooseAction, rowOf } from '../../e2e/pages/staff.ts';
import { complaintsOf, expectSound, signedIn } from '../../e2e/pages/states.ts';
import { ownProgram } from '../../e2e/programs.ts';

const test = ownProgram(import.meta.url);

test('tests that can be guessed are shown to staff, and one click prevents the guessing', async ({
  browser,
  academy,
  school,
}) => {
  const free = { attemptsAllowed: null, hoursBetween: null, failedScore: 'exact' } as const;
  const [sat] = [
    await school.course('Stability', { films: 1, test: true, settings: free }),
    await school.course('Lifeboats', { films: 0, test: true, settings: free }),
  ];
  const lata = await school.trained('Lata', sat);
  await school.sit(lata, sat, false);

  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto('/admin-dashboard/All-tests');
  await expect(page.getByText('The answers of 2 published tests can be guessed.')).toBeVisible();
  await expectSound(page, 'tests-guessable');
  const [own, other] = [rowOf(page, 'Tests', 'Stability: test'), rowOf(page, 'Tests', 'Lifeboats: test')];
  await expect(own).toContainText('Possible');
  await own.getByRole('button', { name: 'Stability: test', exact: true }).click();
  await page.getByRole('button', { name: 'Use the recommended settings', exact: true }).click();
  await expectSound(page, 'tests-secure');
  await page.getByRole('button', { name: 'Yes, Use them' }).click();
  await expect(page.getByText(/^3 attempts, 15 min between them/)).toBeVisible();
  await other.getByRole('button', { name: 'Lifeboats: test', exact: true }).click();
  await page.getByRole('button', { name: 'Keep as it is' }).click();
  await page.getByRole('button', { name: 'Yes, Keep it' }).click();
  await expect(page.getByText('The test has not changed.')).toBeVisible();
  await expect(page.getByText('can be guessed.')).toBeHidden();
  await expect(other).not.toContainText('Possible');

  // an attempt that was submitted too quickly is marked, and can be filtered by that
  await page.goto('/admin-dashboard/user-results?guessing=signs');
  await expect(page.getByText(/^[\d.]+ seconds a question$/).filter({ visible: true })).toBeVisible();
  await expectSound(page, 'results-guessed');
  await page.goto('/admin-dashboard/All-tests?q=Stability');
  await chooseAction(rowOf(page, 'Tests', 'Stability'), 'Analysis');
  await expect(page.getByText('1 attempt looks like guessing')).toBeVisible();
  await expectSound(page, 'analysis-guessed');
  await page.getByRole('link', { name: 'Show them' }).click();
  await expect(page).toHaveURL(/user-results\?course=[\w-]+&guessing=signs$/);

  await page.goto('/admin-dashboard/test-form');
  await page.getByText('Title and conditions (optional)').click();
  await expect(page.getByLabel('Attempts allowed')).toHaveValue('3');
  await expect(page.getByLabel('Score of a failed attempt')).toHaveValue('rough');
  await expectSound(page, 'test-form-recommended');
  expect(complaints).toEqual([]);

  // the earlier attempt counts, and the next one has to wait
  const ship = await signedIn(browser, academy, lata);
  await ship.goto(`/testPage/${sat}`);
  await expect(ship.getByText(/can take the test again from .* You have 2 attempts left\./)).toBeVisible();
  await expectSound(ship, 'test-waits');
});
