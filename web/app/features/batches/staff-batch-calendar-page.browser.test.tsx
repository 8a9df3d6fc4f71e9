import { batches } from '@fairlead/contract/batches/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { batchOf } from '../../../testing/batches.ts';
import { button } from '../../../testing/forms.ts';
import { moment } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';

test('the calendar of batches gives a link for a calendar program', async () => {
  staffAt('instructor');
  server.answer(batches.listMonth, { data: { batches: [batchOf()], hasMore: false } });
  server.answer(batches.calendarState, { data: { createdAt: null } });
  await openStaffPage('batch-calendar?month=2026-09');
  await expect.element(button('Get calendar link')).toBeVisible();
  const url = 'https://academy.example/api/calendar/batches/secret';
  server.answer(batches.renewCalendar, { message: 'Calendar link created.', data: { url } });
  server.answer(batches.calendarState, { data: { createdAt: moment } });
  await button('Get calendar link').click();
  await expect.element(page.getByRole('textbox', { name: 'Calendar link' })).toHaveValue(url);
  await expect.element(button('End link')).toBeVisible();
  await expectSound('calendar of batches, with its link');
});

test('a month with more batches than the calendar shows says so, and leads to all of them', async () => {
  staffAt('registrar');
  server.answer(batches.listMonth, { data: { batches: [batchOf()], hasMore: true } });
  server.answer(batches.calendarState, { data: { createdAt: null } });
  await openStaffPage('batch-calendar?month=2026-02');
  await expect.element(page.getByText('More than 500 batches')).toBeVisible();
  await expect
    .element(page.getByRole('alert').getByRole('link', { name: 'See all in the list' }))
    .toHaveAttribute('href', '/admin-dashboard/batches?sort=firstDay&from=2026-02-01&to=2026-02-28');
  await expectSound('calendar of batches, cut');
});
