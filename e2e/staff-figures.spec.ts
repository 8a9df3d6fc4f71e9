import { expect } from '@playwright/test';
import { ownProgram } from './pages/learner-test.ts';
import { complaintsOf, expectSound, failing, signedIn } from './pages/states.ts';

const test = ownProgram(import.meta.url);

const months = Array.from({ length: 12 }, (_, n) => ({
  month: `2026-${String(n + 1).padStart(2, '0')}`,
  enrolments: 40 + n * 9,
  attempts: 60 + n * 4,
  passes: 30 + n * 5,
}));
const courses = ['Basic Safety Training', 'Advanced Fire Fighting'].map((title, n) => {
  return { _id: `00000000-0000-4000-8000-00000000000${n}`, title, attempts: 100, passes: 90 - n * 33 };
});
const expiring = months.slice(0, 6).map(({ month }, n) => ({ month, count: n * 7 }));

test('the overview has its figures as charts, with the table behind each, and says when there are none', async ({
  browser,
  academy,
  school,
}) => {
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto('/admin-dashboard');
  await expect(page.getByText('No figures yet.')).toBeVisible();

  const mend = await failing(page, '/overview/figures', { status: 500 });
  await page.reload();
  await expect(page.getByText('Failed to load the figures.')).toBeVisible();
  await mend();
  // A year of an academy, as the server would tell it.
  await page.route('**/api/overview/figures', (route) =>
    route.fulfill({ json: { data: { months, courses, expiring } } }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByRole('img', { name: '1,074 enrollments and 690 passes in the last twelve months' }),
  ).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Advanced Fire Fighting' })).toHaveAttribute(
    'aria-valuenow',
    '57',
  );
  await expect(page.getByRole('img', { name: '105 certificates expire within six months' })).toBeVisible();
  await page.getByText('Figures as a table').first().click();
  await expect(page.getByRole('row', { name: 'December 2026 139 85' })).toBeVisible();
  await expectSound(page, 'figures');
  await page.getByRole('link', { name: 'Look at them' }).click();
  await expect(page.getByLabel('Expires from')).toHaveValue('2026-01-01');
  await expect(page.getByLabel('Expires until')).toHaveValue('2026-06-30');
  await expect(page.getByLabel('State')).toHaveValue('issued');
  expect(complaints).toEqual([]);
});
