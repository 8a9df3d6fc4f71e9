import { expect } from '@playwright/test';
import { enterLogin } from '../../e2e/pages/seafarer.ts';
import { complaintsOf, endSession, expectSound, failing, signedIn } from '../../e2e/pages/states.ts';
import { test } from '../../e2e/programs.ts';

// shows: certificate/report, messages/session-expired, messages/verify-not-found
test('a certificate is missing before it is earned, then shown, and verified by anyone', async ({
  browser,
  academy,
  school,
}) => {
  const mira = await school.learner('Mira', { profile: true });
  const page = await signedIn(browser, academy, mira);
  const complaints = complaintsOf(page);
  const course = await school.course('Survival Craft', { films: 1, test: true });
  await school.enrol(mira, course);
  await page.goto('/certificate-report');
  await page.getByLabel('Course', { exact: true }).selectOption({ label: 'Survival Craft' });
  await page.getByRole('button', { name: 'View Certificate' }).click();
  await expect(page.getByText('Certificate not found.')).toBeVisible();

  await school.train(mira, course);
  await school.sit(mira, course, true);
  await page.goto(`/courses/${course}/content`);
  await page.getByRole('link', { name: 'View Certificate' }).first().click();
  await expect(page.getByRole('heading', { name: 'Survival Craft' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open PDF' })).toBeVisible({ timeout: 60_000 });
  await expectSound(page, 'certificate');

  const number =
    (await page
      .getByRole('row', { name: /Certificate no/ })
      .getByRole('cell')
      .textContent()) ?? '';
  // the session has ended when a certificate is requested: the login leads back to the list
  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Reports', exact: true }).click();
  const choose = () => page.getByLabel('Course', { exact: true }).selectOption({ label: 'Survival Craft' });
  await choose();
  await endSession(page, academy);
  await page.getByRole('button', { name: 'View Certificate' }).click();
  await expect(page).toHaveURL('/login');
  await enterLogin(page, mira);
  await expect(page).toHaveURL('/certificate-report');
  await choose();
  await page.getByRole('button', { name: 'View Certificate' }).click();
  await expect(page.getByRole('link', { name: 'Open PDF' })).toBeVisible();

  const officer = await (await browser.newContext({ baseURL: academy.url })).newPage();
  const officers = complaintsOf(officer);
  await officer.goto('/verify');
  await officer.getByRole('button', { name: 'Verify' }).click();
  await expect(officer.getByText('Please enter a certificate number')).toBeVisible();
  await officer.getByLabel('Certificate number').fill(number.toLowerCase());
  const restore = await failing(officer, '/verify/*', 'no link');
  await officer.getByRole('button', { name: 'Verify' }).click();
  await expect(officer.getByText('Network error. Please try again.')).toBeVisible();
  await restore();
  await officer.getByRole('button', { name: 'Try again' }).click();
  await expect(officer.getByText('This certificate is valid')).toBeVisible();
  await expectSound(officer, 'verified');
  await officer.goto('/verify/FMA-2026-0000000000000');
  await expect(officer.getByText('Certificate not found', { exact: true })).toBeVisible();
  await expectSound(officer, 'verify-none');
  expect([...complaints, ...officers]).toEqual([]);
});
