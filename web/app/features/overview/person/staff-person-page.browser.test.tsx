import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { fees } from '@fairlead/contract/fees/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf } from '../../../../testing/courses.ts';
import { button, main } from '../../../../testing/forms.ts';
import { importRowOf } from '../../../../testing/imports.ts';
import { idOf, moment } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { expectStaffAction, type StaffAction } from '../../../../testing/staff-actions.ts';
import { acceptedEnrolment, staffPersonOf } from '../../../../testing/staff-person.ts';
import { server } from '../../../../testing/stand-in-server.ts';

test('the page of a person shows what does not exist yet', async () => {
  staffAt();
  server.answer(overview.getPerson, { data: staffPersonOf() });
  await openStaffPage(`people/${idOf('10000000')}`);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Ravi Kumar');
  for (const nothing of [
    'No profile has been filled in yet.',
    'No documents yet.',
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
  server.answer(enrolments.listEligibility, { data: [] });
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

test('somebody who is invited can be enrolled and invited again, and what staff entered of them is shown', async () => {
  staffAt('registrar');
  const { account } = staffPersonOf();
  const invited = {
    ...account,
    state: 'invited' as const,
    invitation: { at: moment, againAt: null },
    approvedAt: null,
  };
  const entered = { ...importRowOf().particulars, passportNumber: 'Z4839201' };
  server.answer(overview.getPerson, { data: staffPersonOf({ account: invited, entered }) });
  await openStaffPage(`people/${idOf('10000000')}`);
  await expect.element(main().getByText('Z4839201')).toBeVisible();
  await expect.element(button('Enroll in a course')).toBeVisible();
  await expectSound('person, invited');
  await button('Invite again').click();
  const again = page.getByRole('dialog', { name: 'Invite Again' });
  const message = 'This person was invited a few minutes ago.';
  server.answer(staffAccounts.inviteAgain, { data: [{ id: account._id, ok: false, message }] });
  await again.getByRole('button', { name: 'Yes, Invite' }).click();
  await expect.element(again.getByRole('alert')).toMatchTextContent(message);
});

const { account: person } = staffPersonOf();
const words = 'The lights went out.';
const note = {
  _id: idOf('a0000000'),
  at: moment,
  by: 'Leela Das',
  own: true,
  removable: true,
  text: 'Called about the medical.',
};
const othersNote = { ...note, _id: idOf('a0000000', 2), own: false, removable: false };

const actions: StaffAction[] = [
  {
    name: 'a person is enrolled in a course',
    path: `people/${person._id}`,
    given: () => {
      server.answer(overview.getPerson, { data: staffPersonOf() });
      server.answer(enrolments.listEligibility, { data: [] });
    },
    call: enrolments.enrolPeople,
    button: 'Enroll in a course',
    dialog: 'Enroll in a Course',
    asks: 'A pending request for the course is accepted.',
    confirm: 'Yes, Enroll',
    typed: { Course: courseOf().title },
    failure: 'Failed to enroll this person.',
    sends: { body: { courseId: courseOf()._id, people: [{ id: person._id }] } },
    succeed: () => {
      server.answer(enrolments.enrolPeople, { data: [{ id: person._id, ok: true, message: 'Enrolled.' }] });
      server.answer(overview.getPerson, { data: staffPersonOf({ enrolments: [acceptedEnrolment] }) });
    },
    said: 'Enrolled.',
  },
  {
    name: 'an enrolment without a fee is charged',
    path: `people/${person._id}`,
    given: () =>
      server.answer(overview.getPerson, {
        data: staffPersonOf({ enrolments: [{ ...acceptedEnrolment, isChargeable: true }] }),
      }),
    call: fees.charge,
    button: 'Charge fee',
    dialog: 'Charge Fee',
    asks: 'The price of the course today is charged.',
    confirm: 'Yes, Charge',
    failure: 'Failed to charge the fee.',
    sends: { body: { enrolments: [{ id: acceptedEnrolment._id }] } },
    succeed: () => {
      server.answer(fees.charge, { data: [{ id: acceptedEnrolment._id, ok: true, message: 'Charged.' }] });
      server.answer(overview.getPerson, { data: staffPersonOf({ enrolments: [acceptedEnrolment] }) });
    },
    said: 'Fee charged.',
  },
  {
    name: 'a note is written',
    path: `people/${person._id}`,
    given: () => server.answer(overview.getPerson, { data: staffPersonOf() }),
    call: staffAccounts.addNote,
    button: 'Add note',
    dialog: 'Add Note',
    asks: 'Colleagues see it on this page.',
    confirm: 'Save note',
    typed: { Note: words },
    needs: { Note: 'Note is required' },
    failure: 'Failed to save the note.',
    sends: { params: { id: person._id }, body: { text: words } },
    succeed: () => {
      server.answer(staffAccounts.addNote, { message: 'Note added.' });
      server.answer(overview.getPerson, { data: staffPersonOf({ notes: [note] }) });
    },
    said: 'Note added.',
  },
  {
    name: 'a note is removed',
    path: `people/${person._id}`,
    given: () => server.answer(overview.getPerson, { data: staffPersonOf({ notes: [note, othersNote] }) }),
    call: staffAccounts.removeNote,
    button: 'Remove',
    dialog: 'Remove Note',
    asks: 'This note is deleted for everybody.',
    confirm: 'Yes, Remove',
    failure: 'Failed to remove the note.',
    sends: { params: { id: person._id, noteId: note._id } },
    succeed: () => {
      server.answer(staffAccounts.removeNote, { message: 'Note removed.' });
      server.answer(overview.getPerson, { data: staffPersonOf({ notes: [othersNote] }) });
    },
    said: 'Note removed.',
  },
  {
    name: 'a message is sent',
    path: `people/${person._id}`,
    given: () => server.answer(overview.getPerson, { data: staffPersonOf() }),
    call: staffAccounts.sendMessage,
    button: 'Send message',
    dialog: 'Send Message',
    asks: 'An answer goes to the academy’s email address.',
    confirm: 'Send',
    typed: { Subject: 'Your course', Message: words },
    needs: { Message: 'Message is required' },
    failure: 'Failed to send the message.',
    sends: { params: { id: person._id }, body: { subject: 'Your course', text: words } },
    succeed: () => server.answer(staffAccounts.sendMessage, { message: 'Message sent.' }),
    said: 'Message sent.',
  },
  {
    name: 'an enrolment is withdrawn',
    path: `people/${person._id}`,
    given: () => server.answer(overview.getPerson, { data: staffPersonOf({ enrolments: [acceptedEnrolment] }) }),
    call: enrolments.reject,
    button: 'Withdraw',
    dialog: 'Withdraw Enrollment',
    asks: 'Their progress is kept.',
    confirm: 'Yes, Withdraw',
    typed: { Reason: 'Fee not received' },
    failure: 'Failed to withdraw the enrollment.',
    sends: { params: { id: acceptedEnrolment._id }, body: { reason: 'fee-not-received' } },
    succeed: () => {
      server.answer(enrolments.reject, { message: 'Enrollment request rejected.' });
      const declined = { ...acceptedEnrolment, status: 'rejected' as const, state: 'declined' as const };
      server.answer(overview.getPerson, { data: staffPersonOf({ enrolments: [declined] }) });
    },
    said: 'Enrollment withdrawn.',
  },
];

test.each(actions)('$name: asks for confirmation, reports a failure, and happens once', expectStaffAction);
