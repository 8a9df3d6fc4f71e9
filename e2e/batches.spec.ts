import { expect } from '@playwright/test';
import { phone } from '../web/testing/looks.ts';
import { dayIn, plannedBatch } from './pages/planned-batch.ts';
import { complaintsOf, expectSound, signedIn } from './pages/states.ts';
import { ownProgram } from './programs.ts';

const test = ownProgram(import.meta.url);

test('a seafarer asks for a date, staff approve it, and a mark made on a phone without a network is sent later', async ({
  browser,
  academy,
  school,
}) => {
  const course = await school.course('Fire Drill', { films: 0, test: true, format: 'classroom' });
  const planned = plannedBatch(course);
  type Saved = { data: { _id: string } };
  const { data: batch } = await school.ask<Saved>(school.principal, 'POST', '/batches', planned);

  const learner = await school.learner('Meena', { profile: true });
  const page = await signedIn(browser, academy, learner);
  await page.goto(`/courses/${course}`);
  await page.getByRole('radio', { name: /Drill yard 4 seats free/ }).check();
  await page.getByRole('button', { name: 'Enroll Now' }).click();
  await expect(page.getByText('You have a seat.')).toBeVisible();
  await expectSound(page, 'course-date-asked');

  const staff = await signedIn(browser, academy, school.principal, { viewport: phone, serviceWorkers: 'allow' });
  const complaints = complaintsOf(staff);
  await staff.goto('/admin-dashboard/enrollment-request');
  await expect(staff.getByText('FD 7')).toBeVisible();
  await staff.getByRole('button', { name: 'Accept', exact: true }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Yes, Accept' }).click();
  await expect(staff.getByText('No requests are pending.')).toBeVisible();

  // the batch begins today: staff move it, since nobody can wait five days here
  const begun = { ...planned, firstDay: dayIn(0), lastDay: dayIn(1), courseId: undefined };
  await school.ask(school.principal, 'PUT', `/batches/${batch._id}`, begun);
  await staff.goto(`/admin-dashboard/batches/${batch._id}/attendance`);
  await expect(staff.getByText('All marks are saved.')).toBeVisible();
  const { pathname } = new URL(staff.url());
  await expect
    .poll(() => staff.evaluate(async (path) => Boolean(await caches.match(path)), pathname.toLowerCase()))
    .toBe(true);
  await staff.context().setOffline(true);
  await staff.getByRole('button', { name: 'Absent', exact: true }).click();
  await expect(staff.getByRole('alert')).toContainText('1 mark is kept on this device');
  // a cold start without a network shows the people, and what was marked
  await staff.reload();
  await expect(staff.getByText('No connection. You see the list of')).toBeVisible({ timeout: 30_000 });
  await expect(staff.getByText('Meena')).toBeVisible();
  await expect(staff.getByRole('button', { name: 'Absent', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(staff.getByRole('alert').filter({ hasText: '1 mark is kept on this device' })).toBeVisible();
  await staff.context().setOffline(false);
  await expect(staff.getByText('All marks are saved.')).toBeVisible();
  type Sheet = { data: { people: { marks: { mark: string }[] }[] } };
  const stored = await school.ask<Sheet>(school.principal, 'GET', `/batches/${batch._id}/attendance`);
  expect(stored.data.people).toMatchObject([{ marks: [{ mark: 'absent', half: 'morning' }] }]);
  expect(complaints).toEqual([]);
});
