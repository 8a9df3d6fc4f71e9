import { expect } from '@playwright/test';
import { complaintsOf, expectSound, failing, signedIn } from '../../e2e/pages/states.ts';
import { test } from '../../e2e/programs.ts';

test('the page of a course leads people who are enrolled to the next step, without moving anything', async ({
  browser,
  academy,
  school,
}) => {
  const course = await school.course('Bridge Watch', { films: 1, test: true });
  const asha = await school.learner('Asha', { profile: true });
  const page = await signedIn(browser, academy, asha);
  const complaints = complaintsOf(page);
  const boxOf = (role: 'button' | 'link', name: string) => page.getByRole(role, { name, exact: true }).boundingBox();

  await page.goto(`/courses/${course}`, { waitUntil: 'networkidle' });
  const asked = await boxOf('button', 'Enroll Now');
  expect(asked).not.toBeNull();
  await page.getByRole('button', { name: 'Enroll Now' }).click();
  await expect(page.getByText(/^Your enrollment request has been submitted/)).toBeVisible();
  await expect(page.getByText('Waiting for approval', { exact: true })).toBeVisible();
  expect(await boxOf('link', 'See request')).toEqual(asked);
  await expectSound(page, 'course-requested');

  await school.decide(asha, course, 'activate');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.reload();
  await expect(page.getByRole('link', { name: 'Launch the Course' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enroll Now' })).toHaveCount(0);
  expect(await boxOf('link', 'Launch the Course')).toEqual(asked);
  await expectSound(page, 'course-enrolled');
  await page.getByRole('link', { name: 'Launch the Course' }).click();
  await expect(page).toHaveURL(`/courses/${course}/content`);

  // not somebody else's, and not a visitor's: the page is rendered once for all
  const binu = await signedIn(browser, academy, await school.learner('Binu'));
  await binu.goto(`/courses/${course}`, { waitUntil: 'networkidle' });
  await expect(binu.getByRole('button', { name: 'Enroll Now' })).toBeEnabled();
  await school.train(asha, course);
  await school.sit(asha, course, true);
  await page.goto(`/courses/${course}`);
  await expect(page.getByText('Certified', { exact: true })).toBeVisible();
  expect(await boxOf('link', 'View Certificate')).toEqual(asked);
  // states that cannot be read do not prevent a request
  const restore = await failing(page, '/userCourses/states', { status: 500 });
  await page.reload({ waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Enroll Now' })).toBeEnabled();
  await restore();
  expect(complaints).toEqual([]);
});
