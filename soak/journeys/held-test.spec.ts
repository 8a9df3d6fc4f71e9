import { expect } from '@playwright/test';
import { complaintsOf, signedIn } from '../../e2e/pages/states.ts';
import { choose, first, inFrontOf, second } from '../../e2e/pages/test-paper.ts';
import { test } from '../../e2e/programs.ts';

test('no attempt can be started after the last one', async ({ browser, academy, school }) => {
  const { learner, course } = await inFrontOf(school, 'Meena', { attemptsAllowed: 1 });
  const page = await signedIn(browser, academy, learner);
  const complaints = complaintsOf(page);
  await page.goto(`/testPage/${course}`);
  await expect(page.getByText('This is your last attempt.')).toBeVisible();
  await choose(page, first.text, first.wrong);
  await choose(page, second.text, second.right);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Not passed this time')).toBeVisible();
  await expect(page.getByText('Score: below 60%')).toBeVisible();
  await expect(page.getByText('You have no attempts left.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Give Test again' })).toBeHidden();
  await page.reload();
  await expect(page.getByText('You have no attempts left.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Test' })).toBeDisabled();
  expect(complaints).toEqual([]);
});
