import { expect } from '@playwright/test';
import { test } from './pages/learner-test.ts';
import { enterLogin } from './pages/seafarer.ts';
import {
  complaintsOf,
  endSession,
  expectLeadsOn,
  expectSound,
  failing,
  holding,
  signedIn,
  stopClock,
} from './pages/states.ts';

const requested = 'Your enrollment request has been submitted. Please wait for admin approval.';

test('the dashboard: empty, on its way, full, and when its calls fail', async ({ browser, academy, school }) => {
  await school.emptyCatalogue();
  const asha = await school.learner('Asha');
  const page = await signedIn(browser, academy, asha);
  const complaints = complaintsOf(page);

  await page.goto('/dashboard');
  await expect(page.getByText('No courses found.')).toBeVisible();
  await expect(page.getByText('Your profile is not filled in yet.')).toBeVisible();
  await expectSound(page, 'dashboard-empty');

  const raft = await school.course('Life Rafts', { films: 1, test: true });
  await school.course('Fire Fighting', { films: 0, test: false });
  const arrive = await holding(page, '/courses/active?*');
  await page.reload();
  await expect(page.getByRole('status').getByText('Loading')).toBeAttached();
  arrive();
  await expect(page.getByRole('heading', { name: 'Life Rafts' })).toBeVisible();
  for (const card of ['Users', 'Courses', 'Reports', 'Settings', 'Course List'])
    await expect(page.getByRole('main').getByRole('heading', { name: card, exact: true })).toBeVisible();

  const enrol = page.getByRole('button', { name: 'Enrollment' });
  await expect(enrol).toHaveCount(2);
  const answer = await holding(page, '/userCourses');
  await page.getByRole('listitem').filter({ hasText: 'Life Rafts' }).getByRole('button').click();
  for (const button of await enrol.all()) await expect(button).toBeDisabled();
  answer();
  await expect(page.getByText(requested)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Waiting for approval' })).toBeDisabled();
  await expect(page.getByText(requested)).toBeHidden();
  await page.unrouteAll();
  await expectSound(page, 'dashboard-full');

  const mend = await failing(page, '/userCourses', { status: 500 });
  await enrol.click();
  await expect(page.getByText('Something went wrong', { exact: true })).toBeVisible();
  await mend();
  const speak = await failing(page, '/userCourses', { status: 409, message: 'You have asked for it already.' });
  await enrol.click();
  await expect(page.getByText('You have asked for it already.')).toBeVisible();
  await speak();

  await school.decide(asha, raft, 'activate');
  await page.getByRole('main').getByRole('link', { name: 'Courses', exact: true }).click();
  await expect(page).toHaveURL('/UserCource');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page).toHaveURL('/certificate-report');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Launch' }).click();
  await expect(page).toHaveURL(`/courses/${raft}/content`);

  const mendList = await failing(page, '/courses/active?*', 'no link');
  await page.goto('/dashboard');
  await expect(page.getByText('Failed to load courses. Please try again later.')).toBeVisible();
  await expectSound(page, 'dashboard-failing');
  await mendList();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Fire Fighting' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a course of the dashboard: all that decides about it, on a card of 550', async ({ browser, academy, school }) => {
  await school.emptyCatalogue();
  await school.course('Enclosed Spaces', { films: 0, test: false });
  const page = await signedIn(browser, academy, await school.learner('Lata', { profile: true }));
  await page.goto('/dashboard');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Enclosed Spaces' }) });
  for (const words of ['How to abandon ship and stay alive until help comes.', '2 days', '₹4,500', 'Safety'])
    await expect(card.getByText(words, { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Enrollment' })).toBeVisible();
  const cover = card.locator('img');
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect((await card.locator('.card').boundingBox())?.height).toBe(550);
  }

  // one without a picture asks for none: a drawing stands in its place
  await page.route('**/api/courses/active?*', async (route) => {
    const answer = await (await route.fetch()).json();
    const data = answer.data.map((course: object) => ({ ...course, courseImg: null }));
    await route.fulfill({ json: { ...answer, data } });
  });
  await page.reload();
  await expect(card).toBeVisible();
  await expect(cover).toHaveCount(0);
  await expect(card.locator('svg').first()).toBeVisible();
  expect((await card.locator('.card').boundingBox())?.height).toBe(550);
});

test('requests and courses: none, waiting, refused, approved, and failing', async ({ browser, academy, school }) => {
  const ravi = await school.learner('Ravi');
  const page = await signedIn(browser, academy, ravi);
  const complaints = complaintsOf(page);
  const courses = [];
  for (const title of ['Radar Basics', 'Ship Security', 'Tanker Safety'])
    courses.push(await school.course(title, { films: title === 'Radar Basics' ? 1 : 0, test: false }));
  const [open = '', waiting = '', refused = ''] = courses;

  await page.goto('/EnrollmentRequest');
  await expect(page.getByText('No enrollment requests found.')).toBeVisible();
  await page.goto('/UserCource');
  await expect(page.getByText('No courses found.')).toBeVisible();

  await school.enrol(ravi, open);
  await school.request(ravi, waiting);
  await school.request(ravi, refused);
  await school.decide(ravi, refused, 'deactivate');

  await page.goto('/EnrollmentRequest');
  for (const state of ['Approved', 'Waiting for approval', 'Not approved'])
    await expect(page.getByText(state, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask again' })).toHaveAttribute('href', `/courses/${refused}`);
  await expectSound(page, 'requests');

  await page.goto('/UserCource');
  await expect(page.getByRole('progressbar')).toHaveCount(3);
  await expect(page.getByText('0 of 1 films watched')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Not Approved' })).toHaveCount(2);
  await expectSound(page, 'courses');
  await page.getByRole('link', { name: 'Launch the Course' }).click();
  await expect(page).toHaveURL(`/courses/${open}/content`);
  await expect(page.getByRole('link', { name: 'Start Training' })).toBeVisible();
  await expectSound(page, 'content');
  await page.goto(`/courses/${waiting}/content`);
  await expect(page.getByText('The academy has not accepted your request for this course.')).toBeVisible();

  for (const [path, failure] of [
    ['/UserCource', 'Failed to load courses.'],
    ['/EnrollmentRequest', 'Failed to load enrollment requests.'],
    ['/certificate-report', 'Failed to load courses.'],
  ] as const) {
    const mend = await failing(page, '/userCourses/user', { status: 500 });
    await page.goto(path);
    await expect(page.getByText(failure)).toBeVisible();
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(failure)).toBeHidden();
  }

  // what was read before stays, with a note, while the link is down
  await page.clock.install();
  await page.goto('/UserCource');
  await expect(page.getByRole('progressbar')).toHaveCount(3);
  const mend = await failing(page, '/userCourses/user', 'no link');
  await page.clock.fastForward(61_000);
  await expect(page.getByText('The academy does not answer.')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(3);
  await expectSound(page, 'courses-stale');
  await mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The academy does not answer.')).toBeHidden();
  expect(complaints).toEqual([]);
});

test('certificates: none, not earned, shown, failing, and checked by anyone', async ({ browser, academy, school }) => {
  const mira = await school.learner('Mira', { profile: true });
  const page = await signedIn(browser, academy, mira);
  const complaints = complaintsOf(page);
  await page.goto('/certificate-report');
  await expect(page.getByText('No certificates yet')).toBeVisible();

  const course = await school.course('Survival Craft', { films: 1, test: true });
  await school.enrol(mira, course);
  await page.reload();
  await page.getByRole('button', { name: 'View Certificate' }).click();
  await expect(page.getByText('Please select a course')).toBeVisible();
  await expect(page.getByLabel('Course', { exact: true })).toBeFocused();
  await page.getByLabel('Course', { exact: true }).selectOption({ label: 'Survival Craft' });
  for (const [failure, words] of [
    ['no link', 'Failed to fetch certificate.'],
    [{ status: 500 }, 'Failed to fetch certificate.'],
    [{ status: 403, message: 'Your account is closed.' }, 'Your account is closed.'],
  ] as const) {
    await page.reload();
    await page.getByLabel('Course', { exact: true }).selectOption({ label: 'Survival Craft' });
    const mend = await failing(page, `/certificate/${course}`, failure);
    await page.getByRole('button', { name: 'View Certificate' }).click();
    await expect(page.getByText(words)).toBeVisible();
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Certificate not found.')).toBeVisible();
  }
  await expectSound(page, 'certificate-none');

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
  // the session is over when a certificate is asked for: the login leads back to the list
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
  const mend = await failing(officer, '/verify/*', 'no link');
  await officer.getByRole('button', { name: 'Verify' }).click();
  await expect(officer.getByText('Network error. Please try again.')).toBeVisible();
  await mend();
  await officer.getByRole('button', { name: 'Try again' }).click();
  await expect(officer.getByText('This certificate is valid')).toBeVisible();
  await expectSound(officer, 'verified');
  await officer.goto('/verify/FMA-2026-0000000000000');
  await expect(officer.getByText('Certificate not found', { exact: true })).toBeVisible();
  await expectSound(officer, 'verify-none');
  expect([...complaints, ...officers]).toEqual([]);
});

test('a training wants a profile first, and leads there after two seconds', async ({ browser, academy, school }) => {
  const noor = await school.learner('Noor');
  const course = await school.course('Deck Watch', { films: 1, test: false });
  await school.enrol(noor, course);
  const page = await signedIn(browser, academy, noor);
  await page.clock.install();
  await page.goto('/dashboard');
  await stopClock(page);
  await page.goto(`/training/${course}`);
  await expect(page.getByText('Please fill profile form first.')).toBeVisible();
  await expectLeadsOn(page, '/profile', 2);
});
