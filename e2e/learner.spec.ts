import { expect } from '@playwright/test';
import { complaintsOf, expectSound, holding, signedIn } from './pages/states.ts';
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
