import { register } from '@fairlead/contract/certificates/register';
import { overview } from '@fairlead/contract/overview/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { alertWith, button, main } from '../../../../testing/forms.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { expectSound } from '../../../../testing/sound.ts';
import { staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

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

test('the overview has its figures as charts, with the table behind each, and reports if there are none', async () => {
  staffAt();
  server.answer(register.list, { data: [] });
  server.fail(overview.getFigures, { status: 500 });
  await openPage('/admin-dashboard', { and: ['/admin-dashboard/certificates'] });
  await expect.element(alertWith('Failed to load the figures.')).toBeVisible();
  await expectSound('figures, failed');
  server.answer(overview.getFigures, { data: { months: [], courses: [], expiring: [] } });
  await button('Try again').click();
  await expect.element(main().getByText('No figures yet.')).toBeVisible();
  await expectSound('figures, none');

  queryClient.clear();
  server.answer(overview.getFigures, { data: { months, courses, expiring } });
  await openPage('/admin-dashboard', { and: ['/admin-dashboard/certificates'] });
  await expect
    .element(main().getByRole('img', { name: '1,074 enrollments and 690 passes in the last twelve months' }))
    .toBeVisible();
  await expect
    .element(main().getByRole('progressbar', { name: 'Advanced Fire Fighting' }))
    .toHaveAttribute('aria-valuenow', '57');
  await expect.element(main().getByRole('img', { name: '105 certificates expire within six months' })).toBeVisible();
  await expect
    .element(main().getByText(/^December 2026 so far: 139 enrollments and 85 passes. November 2026: 130 enrollments/))
    .toBeVisible();
  await main().getByText('Figures as a table').first().click();
  await expect.element(main().getByRole('row', { name: 'December 2026 139 85' })).toBeVisible();
  await expectSound('figures');
  await main().getByRole('link', { name: 'Show certificates' }).click();
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect.element(page.getByLabelText('Expires from')).toHaveValue('2026-01-01');
  await expect.element(page.getByLabelText('Expires until')).toHaveValue('2026-06-30');
  await expect.element(page.getByLabelText('State')).toHaveValue('issued');
});

test('ones and zeros are sentences, and the pass rate of a course needs ten test papers', async () => {
  staffAt();
  const few = months
    .slice(0, 3)
    .map(({ month }, n) => ({ month, enrolments: n === 1 ? 0 : 1, attempts: 1, passes: 0 }));
  const [course] = courses.map((one) => ({ ...one, attempts: 9, passes: 6 }));
  server.answer(overview.getFigures, {
    data: {
      months: few,
      courses: course ? [course] : [],
      expiring: few.map(({ month }, n) => ({ month, count: n % 2 })),
    },
  });
  await openPage('/admin-dashboard');
  await expect.element(main().getByText('Enrollments: 1 each in January 2026, March 2026.')).toBeVisible();
  await expect.element(main().getByText('Passes: none.')).toBeVisible();
  await expect.element(main().getByText('Certificates: 1 in February 2026.')).toBeVisible();
  await expect.element(main().getByText('Too few test papers: 9 of 10')).toBeVisible();
  expect(main().getByRole('img').elements()).toEqual([]);
  expect(main().getByRole('progressbar').elements()).toEqual([]);
  await expectSound('figures, few');
});
