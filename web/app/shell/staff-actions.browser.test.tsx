import { accounts } from '@fairlead/contract/accounts';
import { assessments } from '@fairlead/contract/assessments';
import { attempts, type StaffAttempt } from '@fairlead/contract/attempts';
import { courses } from '@fairlead/contract/courses';
import { enrolments } from '@fairlead/contract/enrolments';
import { letters } from '@fairlead/contract/letters';
import { mendedKeys } from '@fairlead/contract/mended-keys';
import { outbox } from '@fairlead/contract/outbox';
import { peopleImport } from '@fairlead/contract/people-import';
import { settings } from '@fairlead/contract/settings';
import { singleSignOn } from '@fairlead/contract/single-sign-on';
import { staffAccounts } from '@fairlead/contract/staff-accounts';
import { staffMembers } from '@fairlead/contract/staff-members';
import { training } from '@fairlead/contract/training';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type AskingAction, expectAskedAndTold, expectNeeded } from '../../testing/actions.ts';
import { courseOf } from '../../testing/courses.ts';
import {
  doubtfulOf,
  idOf,
  letterOf,
  moment,
  noProgress,
  questions,
  requestOf,
  settingsOf,
  submittedOf,
} from '../../testing/records.ts';
import { openStaffPage, staffAt } from '../../testing/staff.ts';
import { server } from '../../testing/stand-in-server.ts';

// What staff do by a button that asks first: to people, courses, requests, results, letters and jobs.

const course = courseOf();
const asha = { _id: idOf('10000000'), name: 'Asha Nair', email: 'asha.nair@example.org', mobile: '9820012345' };
const reason = 'The lights went out.';

const attempt = (part: Partial<StaffAttempt> = {}): StaffAttempt => ({
  ...submittedOf(),
  version: 1,
  startedAt: moment,
  deadline: null,
  questions: questions.map(({ topic: _, ...question }) => ({
    ...question,
    selectedAnswer: question.options[0] ?? '',
    answeredAt: moment,
  })),
  regrades: [],
  absences: [],
  reopened: null,
  ...part,
});

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
  approvedAt: moment,
  progress: { ...noProgress, filmsTotal: 0 },
  completion: null,
};

const instructor = (assigned: boolean) => ({ _id: member._id, name: member.name, email: member.email, assigned });

const job = {
  _id: idOf('12000000'),
  kind: 'mail',
  to: 'office@academy.example',
  subject: 'A message from Ravi Menon',
  reason: 'connect ECONNREFUSED 127.0.0.1:9',
  tries: 12,
  gaveUpAt: moment,
};

const table = (part: object = {}) => ({
  _id: idOf('13000000'),
  filename: 'crew.csv',
  createdAt: moment,
  confirmedAt: null,
  counts: { good: 2, duplicate: 1, registered: 0, invalid: 1, invited: 0 },
  ...part,
});

/** The parts of a course's page, for a course that is taught in a classroom. */
function courseStands(part: object = {}) {
  server.answer(courses.getCourse, { data: courseOf(part) });
  server.answer(courses.listInstructors, { data: [instructor(false)] });
  server.answer(training.getForCourse, { data: [] });
  server.answer(assessments.listOfCourse, { data: [] });
  server.answer(training.listLearners, { data: [learner] });
}

type Named = AskingAction & {
  name: string;
  path: string;
  /** What the page reads. */
  given: () => void;
  /** The buttons that lead to the one that asks. */
  before?: string[];
  /** What must be filled in, and what is said without it. */
  needs?: Record<string, string>;
  succeed: () => void;
  said: string;
};

const actions: Named[] = [
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
    button: 'Refuse',
    dialog: 'Refuse Registration',
    asks: 'They leave this list, get your reason by mail',
    confirm: 'Yes, Refuse',
    typed: { Reason: reason },
    needs: { Reason: 'Reason is required' },
    failure: 'Failed to refuse the registration.',
    sends: { params: { id: asha._id }, body: { reason } },
    succeed: () => {
      server.answer(staffAccounts.refuse, { message: 'Registration refused.' });
      server.answer(accounts.listUnapproved, []);
    },
    said: 'Registration refused.',
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
    failure: 'Failed to reject course',
    sends: { params: { id: idOf('80000000') } },
    succeed: () => {
      server.answer(enrolments.reject, { message: 'Enrollment request rejected.' });
      server.answer(enrolments.listPending, []);
    },
    said: 'Enrollment request rejected.',
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
    asks: 'They see and change this course',
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
    asks: 'sees nothing of this course any more',
    confirm: 'Yes, Remove',
    failure: 'Failed to remove the instructor.',
    sends: { params: { id: course._id, accountId: member._id } },
    succeed: () => {
      server.answer(courses.unassignInstructor, { message: 'Instructor removed from this course.' });
      server.answer(courses.listInstructors, { data: [instructor(false)] });
    },
    said: 'Instructor removed from this course.',
  },
  {
    name: 'another attempt is allowed',
    path: `user-results/${idOf('20000000')}`,
    given: () => server.answer(attempts.get, { data: attempt() }),
    call: attempts.reopen,
    button: 'Allow another attempt',
    dialog: 'Allow another attempt?',
    asks: 'Asha Nair can sit the test once more at once',
    confirm: 'Yes, Allow',
    typed: { Reason: reason },
    needs: { Reason: 'Reason is required' },
    failure: 'Failed to allow another attempt.',
    sends: { params: { id: idOf('20000000') }, body: { reason } },
    succeed: () => {
      const data = attempt({ reopened: { reason, by: 'Academy Administrator', at: moment } });
      server.answer(attempts.reopen, { message: 'Another attempt is allowed.', data });
      server.answer(attempts.get, { data });
    },
    said: 'Another attempt is allowed.',
  },
  {
    name: 'the key of a question is mended',
    path: `user-results/${idOf('20000000')}`,
    given: () => server.answer(attempts.get, { data: attempt({ questions: attempt().questions.slice(0, 1) }) }),
    call: mendedKeys.mend,
    button: 'Mend the key',
    dialog: 'Grade again?',
    asks: 'Every submitted test with this question is graded again',
    confirm: 'Yes, Grade again',
    typed: { 'Correct answer': 'To windward', Reason: reason },
    needs: { Reason: 'Reason is required' },
    failure: 'Failed to mend the correct answer.',
    sends: { params: { id: idOf('40000000') }, body: { correctAnswer: 'To windward', reason } },
    succeed: () =>
      server.answer(mendedKeys.mend, {
        message: 'Key mended.',
        data: {
          _id: idOf('41000000'),
          questionText: 'Where is a life raft launched?',
          oldAnswer: 'To leeward',
          newAnswer: 'To windward',
          reason,
          by: 'Academy Administrator',
          at: moment,
          regraded: 1,
          gained: 0,
          below: 0,
        },
      }),
    said: 'Key mended. 1 score changed, 0 passed by it.',
  },
  ...(['revoke', 'keep'] as const).map((decision): Named => {
    const [verb, done] = decision === 'revoke' ? ['Revoke', 'revoked'] : ['Keep', 'kept'];
    return {
      name: `a pass in doubt: ${decision}`,
      path: 'doubtful-passes',
      given: () => server.answer(mendedKeys.listDoubtful, { data: [doubtfulOf()] }),
      call: mendedKeys.decide,
      button: `${verb} chosen`,
      dialog: decision === 'revoke' ? 'Revoke Certificates' : 'Keep Passes',
      asks:
        decision === 'revoke' ? '1 certificate is revoked for good.' : '1 pass stands, and the certificates with them',
      confirm: `Yes, ${verb}`,
      typed: { Reason: reason },
      needs: { Reason: 'Reason is required' },
      failure: decision === 'revoke' ? 'Failed to revoke the certificates.' : 'Failed to keep the passes.',
      sends: { body: { decision, passes: [{ id: idOf('20000000'), score: 1 }], reason } },
      succeed: () => {
        server.answer(mendedKeys.decide, { data: [{ id: idOf('20000000'), ok: true, message: '' }] });
        server.answer(mendedKeys.listDoubtful, { data: [] });
      },
      said: `1 of 1 ${done}.`,
    };
  }),
  {
    name: 'a colleague is invited',
    path: 'staff',
    given: () => {
      server.answer(singleSignOn.getProvider, { name: null });
      server.answer(staffMembers.list, { data: [] });
    },
    call: staffMembers.invite,
    button: 'Invite',
    dialog: 'Invite a Colleague',
    asks: 'They get a mail that leads them to a password of their own.',
    confirm: 'Send Invitation',
    typed: {
      Prefix: 'Mrs',
      'First name': 'Leela',
      'Last name': 'Das',
      Email: 'leela@example.org',
      Role: 'Registrar',
    },
    needs: { 'First name': 'First name is required' },
    failure: 'Failed to send the invitation.',
    sends: {
      body: { tittle: 'Mrs', firstName: 'Leela', lastName: 'Das', email: 'leela@example.org', role: 'registrar' },
    },
    succeed: () => {
      server.answer(staffMembers.invite, { message: 'Invitation sent.' });
      server.answer(staffMembers.list, { data: [member] });
    },
    said: 'Invitation sent.',
  },
  {
    name: 'a colleague gets another role',
    path: 'staff',
    given: () => {
      server.answer(singleSignOn.getProvider, { name: null });
      server.answer(staffMembers.list, { data: [member] });
    },
    call: staffMembers.changeRole,
    button: 'Change role',
    dialog: 'Change Role',
    asks: 'is logged out at once, told by mail',
    confirm: 'Yes, Change',
    typed: { Role: 'Instructor' },
    failure: 'Failed to change the role.',
    sends: { params: { id: member._id }, body: { role: 'instructor' } },
    succeed: () => {
      server.answer(staffMembers.changeRole, { message: 'Role changed.' });
      server.answer(staffMembers.list, { data: [{ ...member, role: 'instructor' }] });
    },
    said: 'Role changed.',
  },
  {
    name: 'an account is disabled',
    path: 'staff',
    given: () => {
      server.answer(singleSignOn.getProvider, { name: null });
      server.answer(staffMembers.list, { data: [member] });
    },
    call: staffAccounts.disable,
    button: 'Disable account',
    dialog: 'Disable Account',
    asks: 'They are logged out everywhere at once and cannot log in.',
    confirm: 'Yes, Disable',
    typed: { Reason: reason },
    needs: { Reason: 'Reason is required' },
    failure: 'Failed to disable the account.',
    sends: { params: { id: member._id }, body: { note: reason } },
    succeed: () => {
      server.answer(staffAccounts.disable, { message: 'Account disabled.' });
      server.answer(staffMembers.list, { data: [{ ...member, disabled: true }] });
    },
    said: 'Account disabled.',
  },
  {
    name: 'a letter is reset',
    path: 'letters',
    given: () => server.answer(letters.list, { data: [letterOf(moment)] }),
    before: ['Change words'],
    call: letters.reset,
    button: 'Reset to default',
    dialog: 'Reset Letter',
    asks: "The letter gets the program's own words back.",
    confirm: 'Yes, Reset',
    failure: 'Failed to reset the letter.',
    sends: { params: { key: 'approved' } },
    succeed: () => {
      server.answer(letters.reset, { message: 'The letter has its own words again.', data: letterOf(null) });
      server.answer(letters.list, { data: [letterOf(null)] });
    },
    said: 'The letter has its own words again.',
  },
  ...(
    [
      [outbox.retry, 'Try again', 'Yes, Try Again', 'Try Again', 'Shall this be tried again now', { id: job._id }],
      [outbox.retryAll, 'Try all again', 'Yes, Try All', 'Try All Again', 'Everything that was given up', {}],
    ] as const
  ).map(
    ([call, button, confirm, dialog, asks, params]): Named => ({
      name: `a job that was given up: ${button}`,
      path: 'mails-and-jobs',
      given: () => {
        server.answer(settings.get, { data: settingsOf() });
        server.answer(outbox.listFailed, { data: [job] });
      },
      call,
      button,
      dialog,
      asks,
      confirm,
      failure: 'Failed to try again.',
      sends: { params },
      succeed: () => {
        server.answer(call, { message: 'It is tried again.' });
        server.answer(outbox.listFailed, { data: [] });
      },
      said: 'It is tried again.',
    }),
  ),
  {
    name: 'a table of people is confirmed',
    path: `import-users/${idOf('13000000')}`,
    given: () => {
      server.answer(peopleImport.get, { data: table() });
      server.answer(peopleImport.listRows, { data: [] });
    },
    call: peopleImport.confirm,
    button: 'Invite 2 people',
    dialog: 'Import Users',
    asks: 'Make accounts for 2 people and invite them by mail?',
    confirm: 'Yes, Invite',
    failure: 'Failed to import the users.',
    sends: { params: { id: idOf('13000000') } },
    succeed: () => {
      const counts = { ...table().counts, good: 0, invited: 2 };
      server.answer(peopleImport.confirm, { data: table({ confirmedAt: moment, counts }) });
      server.answer(peopleImport.get, { data: table({ confirmedAt: moment, counts }) });
    },
    said: 'The invitations are on their way.',
  },
];

// shows: staff/decide-requests, messages/approve-failure, messages/course-toggle-failure,
//   messages/request-decision-failure
test.each(actions)('$name: asked first, told when it fails, done once', async (action) => {
  staffAt();
  action.given();
  await openStaffPage(action.path);
  const choice = page.getByLabelText(/^Choose Asha Nair, HAZMAT/);
  if (action.call === mendedKeys.decide) {
    await expect.element(page.getByRole('button', { name: action.button })).toBeDisabled();
    await choice.click();
  }
  for (const name of action.before ?? []) await page.getByRole('button', { name }).click();
  for (const [label, sentence] of Object.entries(action.needs ?? {})) await expectNeeded(action, label, sentence);
  await expectAskedAndTold(action);
});
