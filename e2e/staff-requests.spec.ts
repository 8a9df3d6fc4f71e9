import { expect, type Page } from '@playwright/test';
import { rowOf } from './pages/staff.ts';
import { complaintsOf, expectSound, failing, signedIn } from './pages/states.ts';
import { ownProgram } from './programs.ts';

const test = ownProgram(import.meta.url);

const requestOf = (page: Page, text: string) => rowOf(page, 'Enrollment requests', text);

test('many are decided with one confirmation; what a colleague decided first is named, and the rest is done', async ({
  browser,
  academy,
  school,
}) => {
  const course = await school.course('Deck Rating', { films: 0, test: false });
  const learners = [];
  for (const name of ['Ali', 'Bala', 'Chitra']) {
    const learner = await school.learner(name);
    await school.request(learner, course);
    learners.push(learner);
  }
  const [first] = learners;
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  // pages of two, so that there is more than is shown
  await page.route('**/api/userCourses/inactive?*', (route) =>
    route.continue({ url: `${route.request().url()}&limit=2` }),
  );
  await page.goto('/admin-dashboard/enrollment-request?q=Deck+Rating');
  await expect(requestOf(page, 'Deck Rating')).toHaveCount(2);
  if (first) await school.decide(first, course, 'deactivate');
  await page.getByLabel('Select all 2 shown').check();
  await expect(page.getByRole('button', { name: 'Accept selected (2)' })).toBeVisible();
  // when a further page cannot be read, only the requests on screen are chosen
  const restore = await failing(page, '/userCourses/inactive?*after=*', { status: 500 });
  await page.getByRole('button', { name: 'Select all 3' }).click();
  await expect(page.getByText('Failed to load inactive courses')).toBeVisible();
  await restore();
  await page.getByRole('button', { name: 'Select all 3' }).click();
  await expect(requestOf(page, 'Deck Rating')).toHaveCount(3);
  await page.getByRole('button', { name: 'Accept selected (3)' }).click();
  const question = page.getByRole('dialog', { name: 'Accept Requests' });
  await expect(question).toContainText('Are you sure you want to accept 3 enrollment requests?');
  await question.getByRole('button', { name: 'Yes, Accept' }).click();
  const report = page.getByRole('dialog', { name: '2 of 3 accepted' });
  await expect(report).toContainText('Ali Kumar');
  await expect(report).toContainText('This request is already rejected.');
  await expectSound(page, 'staff-requests-report');
  await report.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('No matching user enrollment requests found.')).toBeVisible();
  expect(complaints).toEqual([]);
});
