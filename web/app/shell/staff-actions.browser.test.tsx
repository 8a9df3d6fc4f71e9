import { accounts } from '@fairlead/contract/accounts';
import { assessments } from '@fairlead/contract/assessments';
import { courses } from '@fairlead/contract/courses';
import { enrolments } from '@fairlead/contract/enrolments';
import { overview } from '@fairlead/contract/overview';
import { staffAccounts } from '@fairlead/contract/staff-accounts';
import { training } from '@fairlead/contract/training';
import { test } from 'vitest';
import { courseOf } from '../../testing/courses.ts';
import { idOf, moment, noProgress, requestOf } from '../../testing/records.ts';
import { expectStaffAction, type StaffAction } from '../../testing/staff-actions.ts';
import { acceptedEnrolment, staffPersonOf } from '../../testing/staff-person.ts';
import { server } from '../../testing/stand-in-server.ts';

// Actions of staff on people, courses and requests, behind a button that asks for confirmation.

const course = courseOf();
const asha = { _id: idOf('10000000'), name: 'Asha Nair', email: 'asha.nair@example.org', mobile: '9820012345' };
const reason = 'The lights went out.';
const member = {
  _id: idOf('11000000'),
  name: 'Leela Das',
  email: 'leela@example.org',
  role: 'registrar' as const,
  disabled: false,
  hasSecondFactor: false,
  secondFactorDue: null,
  lastSeenAt: moment,
};

const learner = {
  _id: idOf('80000000'),
  userId: { _id: asha._id, email: asha.email },
  userName: asha.name,
  state: 'training' as const,
  approvedAt: moment,
  progress: { ...noProgress, filmsTotal: 0 },
  completion: null,
};

const instructor = (assigned: boolean) => ({ _id: member._id, name: member.name, email: member.email, assigned });

const note = {
  _id: idOf('a0000000'),
  at: moment,
  by: 'Leela Das',
  own: true,
  removable: true,
  text: 'Called about the medical.',
};
const othersNote = { ...note, _id: idOf('a0000000', 2), own: false, removable: false };

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
    given: () => server.answer(accounts.listUnapproved, [{ ...asha, createdAt: moment }]),
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
    given: () => server.answer(accounts.listUnapproved, [{ ...asha, createdAt: moment }]),
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
    sends: { params: { id: idOf('80000000') } },
    succeed: () => {
      server.answer(enrolments.accept, { message: 'Enrollment request accepted.' });
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
    name: 'a person is enrolled in a course',
    path: `people/${asha._id}`,
    given: () => server.answer(overview.getPerson, { data: staffPersonOf() }),
    call: enrolments.enrolPeople,
    button: 'Enroll in a course',
    dialog: 'Enroll in a Course',
    asks: 'A pending request for the course is accepted.',
    confirm: 'Yes, Enroll',
    typed: { Course: course.title },
    failure: 'Failed to enroll this person.',
    sends: { body: { courseId: course._id, people: [{ id: asha._id }] } },
    succeed: () => {
      server.answer(enrolments.enrolPeople, { data: [{ id: asha._id, ok: true, message: 'Enrolled.' }] });
      server.answer(overview.getPerson, { data: staffPersonOf({ enrolments: [acceptedEnrolment] }) });
    },
    said: 'Enrolled.',
  },
  {
    name: 'a note is written',
    path: `people/${asha._id}`,
    given: () => server.answer(overview.getPerson, { data: staffPersonOf() }),
    call: staffAccounts.addNote,
    button: 'Add note',
    dialog: 'Add Note',
    asks: 'Colleagues see it on this page.',
    confirm: 'Save note',
    typed: { Note: reason },
    needs: { Note: 'Note is required' },
    failure: 'Failed to save the note.',
    sends: { params: { id: asha._id }, body: { text: reason } },
    succeed: () => {
      server.answer(staffAccounts.addNote, { message: 'Note added.' });
      server.answer(overview.getPerson, { data: staffPersonOf({ notes: [note] }) });
    },
    said: 'Note added.',
  },
  {
    name: 'a note is removed',
    path: `people/${asha._id}`,
    given: () => server.answer(overview.getPerson, { data: staffPersonOf({ notes: [note, othersNote] }) }),
    call: staffAccounts.removeNote,
    button: 'Remove',
    dialog: 'Remove Note',
    asks: 'This note is deleted for everybody.',
    confirm: 'Yes, Remove',
    failure: 'Failed to remove the note.',
    sends: { params: { id: asha._id, noteId: note._id } },
    succeed: () => {
      server.answer(staffAccounts.removeNote, { message: 'Note removed.' });
      server.answer(overview.getPerson, { data: staffPersonOf({ notes: [othersNote] }) });
    },
    said: 'Note removed.',
  },
  {
    name: 'a message is sent',
    path: `people/${asha._id}`,
    given: () => server.answer(overview.getPerson, { data: staffPersonOf() }),
    call: staffAccounts.sendMessage,
    button: 'Send message',
    dialog: 'Send Message',
    asks: 'An answer goes to the academy’s email address.',
    confirm: 'Send',
    typed: { Subject: 'Your course', Message: reason },
    needs: { Message: 'Message is required' },
    failure: 'Failed to send the message.',
    sends: { params: { id: asha._id }, body: { subject: 'Your course', text: reason } },
    succeed: () => server.answer(staffAccounts.sendMessage, { message: 'Message sent.' }),
    said: 'Message sent.',
  },
  {
    name: 'an enrolment is withdrawn',
    path: `people/${asha._id}`,
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
  {
    name: 'attendance is marked',
    path: `courses/${course._id}`,
    given: courseStands,
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
