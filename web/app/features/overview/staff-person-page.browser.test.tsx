import { enrolments } from '@fairlead/contract/enrolments';
import { overview } from '@fairlead/contract/overview';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf } from '../../../testing/courses.ts';
import { button, main } from '../../../testing/forms.ts';
import { idOf } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { staffPersonOf } from '../../../testing/staff-person.ts';
import { server } from '../../../testing/stand-in-server.ts';

test('the page of a person shows what does not exist yet', async () => {
  staffAt();
  server.answer(overview.getPerson, { data: staffPersonOf() });
  await openStaffPage(`people/${idOf('10000000')}`);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Ravi Kumar');
  for (const nothing of [
    'No profile has been filled in yet.',
    'No course has been requested yet.',
    'No test has been started yet.',
    'No certificate has been earned yet.',
  ])
    await expect.element(main().getByText(nothing)).toBeVisible();
  await expectSound('person, nothing yet');
});

test('enrolling asks for a course, and says why somebody is refused', async () => {
  staffAt('registrar');
  server.answer(overview.getPerson, { data: staffPersonOf() });
  await openStaffPage(`people/${idOf('10000000')}`);
  await button('Enroll in a course').click();
  const dialog = page.getByRole('dialog', { name: 'Enroll in a Course' });
  await dialog.getByRole('button', { name: 'Yes, Enroll' }).click();
  await expect.element(dialog.getByText('Choose a course')).toBeVisible();
  expect(server.sent(enrolments.enrolPeople)).toEqual([]);
  await dialog.getByLabelText('Course').selectOptions(courseOf().title);
  const refusal = { id: idOf('10000000'), ok: false, message: 'Already enrolled in this course.' };
  server.answer(enrolments.enrolPeople, { data: [refusal] });
  await dialog.getByRole('button', { name: 'Yes, Enroll' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Already enrolled in this course.');
  await expectSound('enrol, refused');
});

test('only somebody with an approved account can be enrolled', async () => {
  for (const state of ['disabled', 'waiting'] as const) {
    staffAt('registrar');
    const { account } = staffPersonOf();
    server.answer(overview.getPerson, { data: staffPersonOf({ account: { ...account, state } }) });
    await openStaffPage(`people/${idOf('10000000')}`);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Ravi Kumar');
    expect(button('Enroll in a course').elements()).toEqual([]);
  }
});
