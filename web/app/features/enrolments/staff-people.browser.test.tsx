import { accounts } from '@fairlead/contract/accounts/calls';
import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { batches } from '@fairlead/contract/batches/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { training } from '@fairlead/contract/training/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { batchOf } from '../../../testing/batches.ts';
import { courseOf } from '../../../testing/courses.ts';
import { button, main } from '../../../testing/forms.ts';
import { listedUserOf } from '../../../testing/imports.ts';
import { idOf, moment, noProgress } from '../../../testing/records.ts';
import { expectSound } from '../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../testing/staff.ts';
import { server } from '../../../testing/stand-in-server.ts';

// What staff do with several people at once: in the list of people, in a batch, and in the list of a course.

const invited = listedUserOf(1, {
  name: 'José Müller',
  state: 'invited',
  invitation: { at: moment, againAt: '2026-09-12T09:00:00.000Z' },
});
const active = listedUserOf(2, { name: 'Zoya Kumar' });
const dialog = (name: string) => page.getByRole('dialog', { name });

test('invited people are in the list with their state, and are invited again', async () => {
  staffAt('registrar');
  server.answer(accounts.listApproved, [invited, active, listedUserOf(3, { name: 'Anil Das', state: 'disabled' })]);
  await openStaffPage('approved-users');
  const row = (name: string) => main().getByRole('row').filter({ hasText: name });
  await expect.element(row('José Müller')).toMatchTextContent('Invited again on 12 Sept 2026');
  await expect.element(row('Zoya Kumar')).toMatchTextContent('Can log in');
  await expect.element(row('Anil Das')).toMatchTextContent('Disabled');
  await expectSound('people, invited');
  await page.getByLabelText('Choose Zoya Kumar, person.2@example.org').click();
  expect(page.getByRole('button', { name: /^Invite again/ }).elements()).toEqual([]);
  await page.getByLabelText('Choose José Müller, person.1@example.org').click();
  await button('Invite again (2)').click();
  const refusal = { id: active._id, ok: false, message: 'This person has no open invitation.' };
  server.answer(staffAccounts.inviteAgain, {
    data: [{ id: invited._id, ok: true, message: 'Invited again.' }, refusal],
  });
  await dialog('Invite Again').getByRole('button', { name: 'Yes, Invite' }).click();
  await expect.element(dialog('1 of 2 invited again').getByText('This person has no open invitation.')).toBeVisible();
  expect(server.sent(staffAccounts.inviteAgain).map(({ body }) => body)).toEqual([
    { users: [{ id: invited._id }, { id: active._id }] },
  ]);
});

test('chosen people are enrolled in a course and a batch, each told by name', async () => {
  staffAt('registrar');
  server.answer(accounts.listApproved, [invited, active]);
  server.answer(courses.listActive, { data: [courseOf({ format: 'classroom' })] });
  server.answer(batches.list, { data: [batchOf({ phase: 'upcoming', code: 'PST 44' })] });
  await openStaffPage('approved-users');
  await page.getByLabelText('Select all 2 shown').click();
  await button('Enroll (2)').click();
  const asking = dialog('Enroll in a Course');
  await asking.getByRole('button', { name: 'Yes, Enroll' }).click();
  await expect.element(asking.getByText('Choose a course')).toBeVisible();
  const lacks = {
    missing: ['A valid certificate of Personal Survival Techniques'],
    toCheck: ['Sea service of 6 months or more'],
  };
  server.fail(enrolments.listEligibility, { status: 500 });
  await asking.getByLabelText('Course').selectOptions(courseOf().title);
  await asking.getByLabelText('Batch').selectOptions(batchOf()._id);
  await expect.element(asking.getByText('Failed to load the missing requirements.')).toBeVisible();
  await expectSound('people, enroll, requirements unknown');
  server.answer(enrolments.listEligibility, {
    data: [
      { _id: invited._id, ...lacks },
      { _id: active._id, missing: [], toCheck: [] },
    ],
  });
  await asking.getByRole('button', { name: 'Try again' }).click();
  await asking.getByLabelText('Reason to enroll José Müller anyway').fill('PST of another academy');
  await asking.getByLabelText('I have checked this in the documents of José Müller.').click();
  await expectSound('people, enroll');
  const data = [
    { id: invited._id, ok: true, message: 'Enrolled.' },
    { id: active._id, ok: false, message: 'Batch PST 44 is full.' },
  ];
  server.answer(enrolments.enrolPeople, { data });
  await asking.getByRole('button', { name: 'Yes, Enroll' }).click();
  const report = dialog('1 of 2 enrolled');
  await expect.element(report.getByText('Batch PST 44 is full.')).toBeVisible();
  await expect.element(report.getByText('Zoya Kumar, person.2@example.org')).toBeVisible();
  expect(server.sent(enrolments.enrolPeople).map(({ body }) => body)).toEqual([
    {
      courseId: courseOf()._id,
      batchId: batchOf()._id,
      people: [{ id: invited._id, overrule: 'PST of another academy', checked: true }, { id: active._id }],
    },
  ]);
  await report.getByRole('button', { name: 'OK' }).click();
  // who was refused stays selected, for the next try
  await expect.element(button('Enroll (1)')).toBeVisible();
  await expect.element(main().getByRole('checkbox', { name: /Zoya Kumar/ })).toBeChecked();
});

const entry = (n: number, userName: string, place: 'seat' | 'waiting' = 'seat') => ({
  _id: idOf('80000000', n),
  userId: { _id: idOf('10000000', n), email: `person.${n}@example.org` },
  userName,
  status: 'approved' as const,
  place,
  waiting: place === 'waiting' ? 1 : null,
  askedAt: moment,
  particulars: null,
});

test('people of a batch are moved and withdrawn together', async () => {
  staffAt('registrar');
  const other = batchOf({ _id: idOf('b0000000', 2), code: 'PST 45', phase: 'upcoming' });
  server.answer(batches.get, { data: batchOf() });
  server.answer(batches.roster, {
    data: [entry(1, 'José Müller'), entry(2, 'Zoya Kumar'), entry(3, 'Anil Das', 'waiting')],
  });
  server.answer(batches.list, { data: [other] });
  await openStaffPage(`batches/${batchOf()._id}`);
  const seats = main().getByRole('region', { name: 'Seats' });
  await seats.getByLabelText('Select all 2 shown').click();
  await expectSound('batch, chosen');
  await seats.getByRole('button', { name: 'Move (2)' }).click();
  await dialog('Move to a Batch').getByLabelText('Batch').selectOptions(other._id);
  const moving = dialog('Move to a Batch');
  const refusal = 'Nothing was changed. José Müller: Batch PST 45 is full.';
  server.fail(batches.place, { status: 409, message: refusal });
  await moving.getByRole('button', { name: 'Yes, Move' }).click();
  await expect.element(moving.getByText(refusal)).toBeVisible();
  await expectSound('batch, nobody moved');
  server.answer(batches.place, { message: 'In the batch.' });
  await moving.getByRole('button', { name: 'Yes, Move' }).click();
  await expect.element(page.getByRole('status').getByText('2 moved.')).toBeVisible();
  await seats.getByLabelText('Select all 2 shown').click();
  await seats.getByRole('button', { name: 'Withdraw (2)' }).click();
  const asking = dialog('Withdraw Enrollments');
  await asking.getByRole('button', { name: 'Yes, Withdraw' }).click();
  await expect.element(asking.getByText('Choose a reason')).toBeVisible();
  await asking.getByLabelText('Reason').selectOptions('fee-not-received');
  server.answer(enrolments.withdrawMany, { message: 'Enrollments withdrawn.' });
  await asking.getByRole('button', { name: 'Yes, Withdraw' }).click();
  await expect.element(page.getByRole('status').getByText('2 withdrawn.')).toBeVisible();
  expect(server.sent(batches.place)[0]?.body).toEqual({
    people: [1, 2].map((n) => ({ id: idOf('80000000', n) })),
    waiting: false,
  });
  expect(server.sent(enrolments.withdrawMany)[0]?.body).toEqual({
    reason: 'fee-not-received',
    enrolments: [1, 2].map((n) => ({ id: idOf('80000000', n), statusSeen: 'approved' })),
  });
});

const learner = (n: number, userName: string, part: object = {}) => ({
  _id: idOf('80000000', n),
  userId: { _id: idOf('10000000', n), email: `person.${n}@example.org` },
  userName,
  state: 'training' as const,
  approvedAt: moment,
  progress: { ...noProgress, filmsTotal: 4, filmsCompleted: n, percent: 25 * n },
  completion: null,
  batch: null,
  isChargeable: false,
  ...part,
});

/** The page of a course with these learners. */
async function openCourse(part: object, learners: ReturnType<typeof learner>[]) {
  server.answer(courses.getCourse, { data: courseOf(part) });
  server.answer(courses.listInstructors, { data: [] });
  server.answer(training.getForCourse, { data: [] });
  server.answer(assessments.listOfCourse, { data: [] });
  server.answer(training.listLearners, { data: learners });
  await openStaffPage(`courses/${courseOf()._id}`);
  return main().getByRole('region', { name: 'Learners of this course' });
}

test('learners of a course are moved to a batch and withdrawn from their list', async () => {
  staffAt('admin');
  const batch = { _id: batchOf()._id, code: 'PST 44' };
  server.answer(batches.list, { data: [batchOf({ code: 'PST 45', phase: 'upcoming' })] });
  const list = await openCourse({ format: 'both' }, [
    learner(1, 'José Müller', { batch }),
    learner(2, 'Zoya Kumar', { completion: { kind: 'films', completedAt: moment }, state: 'test-open' }),
  ]);
  await list.getByLabelText('Select all 2 shown').click();
  await expectSound('learners, chosen');
  await list.getByRole('button', { name: 'Move (2)' }).click();
  await dialog('Move to a Batch').getByLabelText('Batch').selectOptions(batchOf()._id);
  server.answer(batches.place, { message: 'In the batch.' });
  await dialog('Move to a Batch').getByRole('button', { name: 'Yes, Move' }).click();
  await expect.element(page.getByRole('status').getByText('2 moved.')).toBeVisible();
  await list.getByLabelText('Select all 2 shown').click();
  await list.getByRole('button', { name: 'Withdraw (2)' }).click();
  const asking = dialog('Withdraw Enrollments');
  await asking.getByLabelText('Reason').selectOptions('other');
  await asking.getByLabelText('Note to the learner').fill('The ship has sailed.');
  server.answer(enrolments.withdrawMany, { message: 'Enrollments withdrawn.' });
  server.answer(training.listLearners, { data: [] });
  await asking.getByRole('button', { name: 'Yes, Withdraw' }).click();
  await expect.element(list.getByText('No learners yet.')).toBeVisible();
  const both = [1, 2].map((n) => ({ id: idOf('80000000', n) }));
  expect(server.sent(batches.place)).toMatchObject([{ body: { people: both, waiting: false } }]);
  expect(server.sent(enrolments.withdrawMany)).toMatchObject([
    { body: { reason: 'other', enrolments: both.map((one) => ({ ...one, statusSeen: 'approved' })) } },
  ]);
});

test('learners are not chosen by staff who do not decide on enrolments', async () => {
  staffAt('instructor');
  const list = await openCourse({}, [learner(1, 'José Müller')]);
  await expect.element(list.getByText('1 of 4 videos, 25%')).toBeVisible();
  expect(list.getByRole('checkbox').elements()).toEqual([]);
});
