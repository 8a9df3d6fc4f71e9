import { expect } from '@playwright/test';
import { enterLogin } from './pages/seafarer.ts';
import { complaintsOf, endSession, expectSound, failing, holding, signedIn } from './pages/states.ts';
import { test } from './programs.ts';

const requested = 'Your enrollment request has been submitted. Please wait for admin approval.';

// shows: dashboard/enrol-or-launch, user-courses/cards
test('a course is requested on the dashboard, decided on, and launched', async ({ browser, academy, school }) => {
  await school.emptyCatalogue();
  const asha = await school.learner('Asha', { profile: true });
  const [open = '', waiting = '', refused = ''] = [
    await school.course('Radar Basics', { films: 1, test: false }),
    await school.course('Ship Security', { films: 0, test: false }),
    await school.course('Tanker Safety', { films: 0, test: false }),
  ];
  const page = await signedIn(browser, academy, asha);
  const complaints = complaintsOf(page);
  const arrive = await holding(page, '/courses/active?*');
  await page.goto('/dashboard');
  await expect(page.getByRole('status').getByText('Loading')).toBeAttached();
  arrive();
  const catalogue = page.getByRole('region', { name: 'Course List' });
  const card = catalogue.getByRole('listitem').filter({ hasText: 'Radar Basics' });
  const cover = card.locator('img');
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await card.getByRole('button', { name: 'Enrollment' }).click();
  await expect(page.getByText(requested)).toBeVisible();
  await expect(card.getByText('Waiting for approval')).toBeVisible();
  await page.unrouteAll();

  await school.decide(asha, open, 'activate');
  await school.request(asha, waiting);
  await school.request(asha, refused);
  await school.decide(asha, refused, 'deactivate');
  await page.goto('/EnrollmentRequest');
  for (const state of ['In training', 'Waiting for approval', 'Not Approved'])
    await expect(page.getByText(state, { exact: true })).toBeVisible();
  await page.goto('/UserCource');
  await expect(page.getByRole('progressbar')).toHaveCount(1);
  await expect(page.getByText('0 of 1 videos watched')).toBeVisible();
  await page.goto(`/courses/${waiting}/content`);
  await expect(page.getByText('You will get an email with its decision.')).toBeVisible();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Launch' }).click();
  await expect(page).toHaveURL(`/courses/${open}/content`);
  await expect(page.getByRole('link', { name: 'Start Training' })).toBeVisible();
  await expectSound(page, 'content');
  expect(complaints).toEqual([]);
});

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
