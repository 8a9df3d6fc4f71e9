import { expect } from '@playwright/test';
import { complaintsOf, expectSound, signedIn } from '../../e2e/pages/states.ts';
import { ownProgram } from '../../e2e/programs.ts';

const test = ownProgram(import.meta.url);

test('the sample course is added, walked from its page to the specimen, and removed', async ({
  browser,
  academy,
  school,
}) => {
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  const main = page.getByRole('main');
  const next = (part: string) => page.getByRole('button', { name: `Next: ${part}`, exact: true }).click();
  await page.goto('/admin-dashboard');
  await page.getByRole('button', { name: 'Add a sample course' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample: Muster and Abandon Ship');
  await next('Videos');
  for (const title of ['The alarm', 'At the muster station']) {
    if (title !== 'The alarm') await next(title);
    const player = page.getByRole('group', { name: `Player: ${title}` });
    await player.getByRole('button', { name: 'Play', exact: true }).first().click();
    await expect(main.getByRole('button', { name: `${title} 0:09 · Watched` })).toBeVisible({ timeout: 30_000 });
  }
  await next('Test');
  for (const answer of ['Seven or more short blasts, then one long blast', 'To your muster station'])
    await page.getByRole('radio', { name: answer, exact: true }).check();
  await page.getByRole('radio', { name: 'Your suitcase', exact: true }).check();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'You have passed' })).toBeVisible();
  await expect(main).toContainText('2 of 3 (66%)');
  await next('Certificate');
  const specimen = page.getByRole('img', { name: /^Specimen of the certificate/ });
  await expect(specimen).toHaveJSProperty('naturalWidth', 960);
  await expectSound(page, 'sample-certificate');
  await page.getByRole('link', { name: 'Back to the overview' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByText('Sample course removed.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sample course', exact: true })).toHaveCount(0);
  expect(complaints).toEqual([]);
});
