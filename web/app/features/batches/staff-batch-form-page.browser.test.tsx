import { batches } from '@fairlead/contract/batches/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { batchOf } from '../../../testing/batches.ts';
import { courseOf } from '../../../testing/courses.ts';
import { button, expectFailuresShown, expectWrong, field, main } from '../../../testing/forms.ts';
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
