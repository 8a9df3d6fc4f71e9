import { batches } from '@fairlead/contract/batches/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { batchOf } from '../../../testing/batches.ts';
import { courseOf } from '../../../testing/courses.ts';
import { button, expectFailuresShown, expectNone, expectWrong, field, main } from '../../../testing/forms.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';

const course = courseOf({ format: 'classroom' });
const typed = {
  Course: course._id,
  'Batch number': 'PST 44',
  Seats: '12',
  'First day': '2026-10-02',
  'Last day': '2026-10-05',
  Venue: 'Pool hall',
};

function registrarAt() {
  staffAt('registrar');
  server.answer(courses.list, { data: [course] });
  server.answer(courses.listInstructors, { data: [] });
}

test('a new batch reports what is missing, and keeps what was typed when it cannot be saved', async () => {
  registrarAt();
  await openStaffPage('create-batch');
  await expect.element(field('Course')).toBeEnabled();
  await button('Create Batch').click();
  for (const name of ['Batch number', 'First day', 'Last day', 'Venue']) await expectWrong(name, `${name} is required`);
  await expectWrong('Course', 'Choose a course');
  await expectWrong('Seats', 'Enter a number of seats from 1 to 500');
  expect(server.written()).toEqual([]);
  await expectFailuresShown({
    call: batches.create,
    button: 'Create Batch',
    typed,
    failure: 'Failed to create the batch',
  });
  // the Sunday is proposed as a day without class
  expect(server.sent(batches.create).at(-1)?.body).toMatchObject({ restDays: ['2026-10-04'], isOpen: true });
  await field('Last day').fill('2026-10-01');
  await button('Create Batch').click();
  await expectWrong('Last day', 'The last day is before the first');
  await expectSound('batch form, wrong');
});

test('a batch that a colleague has changed meanwhile is not overwritten', async () => {
  registrarAt();
  server.answer(batches.get, { data: batchOf({ restDays: ['2026-09-05'] }) });
  await openStaffPage(`create-batch?batch=${batchOf()._id}`);
  await expect.element(main().getByRole('checkbox', { name: '5 Sept 2026' })).toBeChecked();
  server.fail(batches.update, { status: 409, code: 'stale', message: 'Somebody has changed this batch meanwhile.' });
  await field('Seats').fill('14');
  await button('Save Batch').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Somebody has changed this batch meanwhile.');
  await expect.element(field('Seats')).toHaveValue('14');
  expect(server.sent(batches.update)[0]?.query).toEqual({ version: '1' });
});

test('a batch is copied to new dates, whose last day is proposed until another is chosen', async () => {
  registrarAt();
  const old = batchOf({
    courseId: course._id,
    firstDay: '2026-09-04',
    lastDay: '2026-09-07',
    restDays: ['2026-09-06'],
  });
  server.answer(batches.get, { data: old });
  await openStaffPage(`create-batch?like=${old._id}`);
  await expect.element(field('Course')).toHaveValue(course._id);
  await expect.element(field('Venue')).toHaveValue(old.venue);
  await expect.element(field('Batch number')).toHaveValue('');
  await expect.element(field('First day')).toHaveValue('');
  await field('First day').fill('2026-10-02');
  await expect.element(field('Last day')).toHaveValue('2026-10-05');
  await expect.element(main().getByRole('checkbox', { name: '4 Oct 2026' })).toBeChecked();
  const proposed = main().getByText('The test opens on this day. Proposed for 3 days of class.');
  await expect.element(proposed).toBeVisible();
  await expectSound('batch form, copied');
  await field('First day').fill('2026-10-05');
  await expect.element(field('Last day')).toHaveValue('2026-10-07');
  await field('Last day').fill('2026-10-08');
  // what another day has replaced is no proposal any more
  await expectNone(main().getByText(/Proposed for/));
  await field('First day').fill('2026-10-06');
  await expect.element(field('Last day')).toHaveValue('2026-10-08');
  await field('Batch number').fill('PST 45');
  server.fail(batches.create, { status: 500 });
  await button('Create Batch').click();
  await expect.poll(() => server.sent(batches.create).length).toBe(1);
  expect(server.sent(batches.create)[0]?.body).toMatchObject({
    ...{ courseId: course._id, code: 'PST 45', firstDay: '2026-10-06', lastDay: '2026-10-08' },
    ...{ seats: old.seats, venue: old.venue, startsAt: old.startsAt, endsAt: old.endsAt },
  });
  expect(server.sent(batches.update)).toEqual([]);
});

test('a copy has class on the Sunday and none on the day between, as its batch had, for any first day', async () => {
  registrarAt();
  const old = batchOf({
    courseId: course._id,
    firstDay: '2026-09-04',
    lastDay: '2026-09-08',
    restDays: ['2026-09-05'],
  });
  server.answer(batches.get, { data: old });
  await openStaffPage(`create-batch?like=${old._id}`);
  const rests = () =>
    main()
      .getByRole('checkbox', { checked: true })
      .elements()
      .map((box) => (box as HTMLInputElement).value);
  for (const [first, last, rest] of [
    ['2026-10-02', '2026-10-06', '2026-10-03'],
    ['2026-10-03', '2026-10-07', '2026-10-04'],
    ['2026-10-01', '2026-10-05', '2026-10-02'],
  ] as const) {
    await field('First day').fill(first);
    await expect.element(field('Last day')).toHaveValue(last);
    await expect.poll(rests).toEqual([rest, 'on']);
  }
});

test('one day of class is said in the singular, and a week of hours is no number of days', async () => {
  registrarAt();
  const oneDay = courseOf({ format: 'classroom', title: 'One day', duration: '1 day' });
  const evenings = courseOf({
    _id: '5d0c3b5e-7f0a-4c55-9a44-3f6a0a3c1d77',
    format: 'classroom',
    title: 'Evenings',
    duration: '5 days a week for 3 weeks',
  });
  server.answer(courses.list, { data: [oneDay, evenings] });
  await openStaffPage('create-batch');
  await field('First day').fill('2026-10-02');
  await field('Course').selectOptions(oneDay.title);
  await expect.element(field('Last day')).toHaveValue('2026-10-02');
  await expect.element(main().getByText('Proposed for 1 day of class.', { exact: false })).toBeVisible();
  await field('Course').selectOptions(evenings.title);
  await expect.element(field('Last day')).toHaveValue('');
  await expectNone(main().getByText(/Proposed for/));
});

test('the last day of a new batch is proposed from the days of its course', async () => {
  registrarAt();
  await openStaffPage('create-batch');
  await field('First day').fill('2026-10-02');
  await expect.element(field('Last day')).toHaveValue('');
  await field('Course').selectOptions(course.title);
  await expect.element(field('Last day')).toHaveValue('2026-10-03');
});
