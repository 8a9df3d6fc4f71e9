import { accounts } from '@fairlead/contract/accounts/calls';
import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { fees } from '@fairlead/contract/fees/calls';
import { training } from '@fairlead/contract/training/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf } from '../../testing/courses.ts';
import { button, main } from '../../testing/forms.ts';
import { listedUserOf } from '../../testing/imports.ts';
import { idOf, moment, noProgress, requestOf } from '../../testing/records.ts';
import { expectSound } from '../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../testing/staff.ts';
import { expectStaffAction, type StaffAction } from '../../testing/staff-actions.ts';
import { server } from '../../testing/stand-in-server.ts';

// Actions of staff on people, courses and requests, behind a button that asks for confirmation.

const course = courseOf();
const asha = { _id: idOf('10000000'), name: 'Asha Nair', email: 'asha.nair@example.org', mobile: '9820012345' };
const reason = 'The lights went out.';
const member = { _id: idOf('11000000'), name: 'Leela Das', email: 'leela@example.org' };

const learner = {
  _id: idOf('80000000'),
  userId: { _id: asha._id, email: asha.email },
  userName: asha.name,
  state: 'training' as const,
  approvedAt: moment,
  progress: { ...noProgress, filmsTotal: 2 },
  completion: null,
  batch: null,
  isChargeable: false,
};

const instructor = (assigned: boolean) => ({ _id: member._id, name: member.name, email: member.email, assigned });

/** The parts of a course's page, for a course that is taught in a classroom. */
function courseStands(part: object = {}) {
  server.answer(courses.getCourse, { data: courseOf(part) });
  server.answer(courses.listInstructors, { data: [instructor(false)] });
  server.answer(training.getForCourse, { data: [] });
  server.answer(assessments.listOfCourse, { data: [] });
  server.answer(training.listLearners, { data: [learner] });
}

const actions: StaffAction[] = [
  {
    name: 'a registration is approved',
    path: 'unapproved-users',
    given: () => server.answer(accounts.listUnapproved, [listedUserOf(1, asha)]),
    call: accounts.approve,
    button: 'Approve',
    dialog: 'Confirm Approval',
    asks: 'Are you sure you want to approve this user?',
    confirm: 'Yes, Approve',
    failure: 'Failed to approve user.',
    sends: { params: { id: asha._id } },
    succeed: () => {
      server.answer(accounts.approve, { message: 'User approved successfully!' });
      server.answer(accounts.listUnapproved, []);
    },
    said: 'User approved successfully!',
  },
  {
    name: 'a registration is refused',
    path: 'unapproved-users',
    given: () => server.answer(accounts.listUnapproved, [listedUserOf(1, asha)]),
    call: staffAccounts.refuse,
    button: 'Reject',
    dialog: 'Reject Registration',
    asks: 'They get your reason by email',
    confirm: 'Yes, Reject',
    typed: { Reason: reason },
    needs: { Reason: 'Reason is required' },
    failure: 'Failed to reject the registration.',
    sends: { params: { id: asha._id }, body: { reason } },
    succeed: () => {
      server.answer(staffAccounts.refuse, { message: 'Registration rejected.' });
      server.answer(accounts.listUnapproved, []);
    },
    said: 'Registration rejected.',
  },
  {
    name: 'a course leaves the catalogue',
    path: 'courses',
    given: () => server.answer(courses.list, { data: [course] }),
    call: courses.deactivate,
    button: 'Deactivate',
    isInMenu: true,
    dialog: 'Deactivate Course',
    asks: 'Are you sure you want to deactivate this course?',
    confirm: 'Yes, Deactivate',
    failure: 'Failed to deactivate course',
    sends: { params: { id: course._id } },
    succeed: () => {
      const off = courseOf({ isActive: false });
      server.answer(courses.deactivate, { message: 'Course deactivated successfully', data: off });
      server.answer(courses.list, { data: [off] });
    },
    said: 'Course deactivated successfully',
  },
  {
    name: 'a course is offered again',
    path: 'courses',
    given: () => server.answer(courses.list, { data: [courseOf({ isActive: false })] }),
    call: courses.activate,
    button: 'Activate',
    isInMenu: true,
    dialog: 'Activate Course',
    asks: 'Are you sure you want to activate this course?',
    confirm: 'Yes, Activate',
    failure: 'Failed to activate course',
    sends: { params: { id: course._id } },
    succeed: () => {
      server.answer(courses.activate, { message: 'Course activated successfully', data: course });
      server.answer(courses.list, { data: [course] });
    },
    said: 'Course activated successfully',
  },
  {
    name: 'a request is accepted',
    path: 'enrollment-request',
    given: () => server.answer(enrolments.listPending, [requestOf()]),
    call: enrolments.accept,
    button: 'Accept',
    dialog: 'Accept Request',
    asks: 'Are you sure you want to accept this enrollment request?',
    confirm: 'Yes, Accept',
    failure: 'Failed to accept course',
    sends: { params: { id: idOf('80000000') }, body: { unresolvedSeen: [] } },
    succeed: () => {
      server.answer(enrolments.accept, { message: 'Enrollment request accepted.', isUndoable: false });
      server.answer(enrolments.listPending, []);
    },
    said: 'Enrollment request accepted.',
  },
  {
    name: 'a request is rejected',
    path: 'enrollment-request',
    given: () => server.answer(enrolments.listPending, [requestOf({ profile: null })]),
    call: enrolments.reject,
    button: 'Reject',
    dialog: 'Reject Request',
    asks: 'Are you sure you want to reject this enrollment request?',
    confirm: 'Yes, Reject',
    typed: { Reason: 'Other', 'Note to the learner': 'The course is for deck officers.' },
    needs: { 'Note to the learner': 'Please write the reason' },
    failure: 'Failed to reject course',
    sends: {
      params: { id: idOf('80000000') },
      body: { reason: 'other', note: 'The course is for deck officers.' },
    },
    succeed: () => {
      server.answer(enrolments.reject, { message: 'Enrollment request rejected.' });
      server.answer(enrolments.listPending, []);
    },
    said: 'Enrollment request rejected.',
  },
  {
    name: 'attendance is marked',
    path: `courses/${course._id}`,
    // with videos to watch at home, which do not stand for the classes
    given: () => courseStands({ format: 'classroom' }),
    call: training.markAttendance,
    button: 'Mark attendance',
    dialog: 'Mark Attendance',
    asks: 'Are you sure that this learner attended the course?',
    confirm: 'Yes, Attended',
    failure: 'Failed to mark the attendance.',
    sends: { params: { id: learner._id } },
    succeed: () => {
      server.answer(training.markAttendance, { message: 'Attendance marked.' });
      const completion = { kind: 'attendance' as const, completedAt: moment };
      server.answer(training.listLearners, { data: [{ ...learner, completion }] });
    },
    said: 'Attendance marked.',
  },
  {
    name: 'an instructor is assigned',
    path: `courses/${course._id}`,
    given: courseStands,
    call: courses.assignInstructor,
    button: 'Assign instructor',
    dialog: 'Assign Instructor',
    asks: 'They can see and change this course',
    confirm: 'Assign',
    typed: { Instructor: `${member.name}, ${member.email}` },
    failure: 'Failed to assign the instructor.',
    sends: { params: { id: course._id, accountId: member._id } },
    succeed: () => {
      server.answer(courses.assignInstructor, { message: 'Instructor assigned.' });
      server.answer(courses.listInstructors, { data: [instructor(true)] });
    },
    said: 'Instructor assigned.',
  },
  {
    name: 'an instructor is removed',
    path: `courses/${course._id}`,
    given: () => {
      courseStands();
      server.answer(courses.listInstructors, { data: [instructor(true)] });
    },
    call: courses.unassignInstructor,
    button: 'Remove',
    dialog: 'Remove Instructor',
    asks: 'can no longer see this course',
    confirm: 'Yes, Remove',
    failure: 'Failed to remove the instructor.',
    sends: { params: { id: course._id, accountId: member._id } },
    succeed: () => {
      server.answer(courses.unassignInstructor, { message: 'Instructor removed from this course.' });
      server.answer(courses.listInstructors, { data: [instructor(false)] });
    },
    said: 'Instructor removed from this course.',
  },
];

// shows: staff/decide-requests, messages/approve-failure, messages/course-toggle-failure,
//   messages/request-decision-failure
test.each(actions)('$name: asks for confirmation, reports a failure, and happens once', expectStaffAction);

test('chosen learners of a course who have no fee are charged together, and who could not be is named', async () => {
  staffAt('registrar');
  courseStands();
  const other = { ...learner, _id: idOf('80000000', 2), userName: 'Ravi Menon', isChargeable: true };
  server.answer(training.listLearners, { data: [{ ...learner, isChargeable: true }, other] });
  await openStaffPage(`courses/${course._id}`);
  await main().getByRole('checkbox', { name: 'Select all 2 shown' }).click();
  await button('Charge fee (2)').click();
  const refused = { id: other._id, ok: false, message: 'This enrollment has a fee already.' };
  server.answer(fees.charge, { data: [{ id: learner._id, ok: true, message: 'Charged.' }, refused] });
  await page.getByRole('button', { name: 'Yes, Charge' }).click();
  const report = page.getByRole('dialog', { name: '1 of 2 charged' });
  await expect.element(report).toMatchTextContent('This enrollment has a fee already.');
  await expectSound('learners, charged');
});
