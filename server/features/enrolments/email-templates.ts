import { declineSentence } from '@fairlead/contract/values/enrolment-state';
import { defineEmailTemplate } from '../../platform/mail/email-template.ts';
import { invitationDays } from '../accounts/index.ts';

const samples = { name: 'Asha Nair', course: 'Enclosed Space Entry' };

export const acceptanceEmail = defineEmailTemplate({
  key: 'enrolment-accepted',
  when: 'An enrollment request is accepted.',
  subject: 'You are enrolled: {course}',
  text: `Dear {name},

Your enrollment request for {course} has been accepted. Open it in My Courses to see the first step.`,
  samples,
  button: 'Go to my courses',
});

export const enrolledEmail = defineEmailTemplate({
  key: 'enrolment-made',
  when: 'Staff enroll somebody who did not request it.',
  subject: 'You are enrolled: {course}',
  text: `Dear {name},

The academy has enrolled you in {course}. Open it in My Courses to see the first step.

If you did not expect this, please write to {academyEmail}.`,
  samples,
  button: 'Go to my courses',
});

/** With the link of an invitation; see `tellEnrolled`. */
export const invitationToCourseEmail = defineEmailTemplate({
  key: 'account-invited-to-course',
  when: 'Staff enroll somebody who has not chosen a password yet.',
  subject: 'Your account at {academy}, and your course: {course}',
  text: `Dear {name},

{academy} has created an account for you, and enrolled you in {course}. Choose a password to log in and begin.

The link below is only for you. It works once, within {days} days. If you did not expect this email, you can ignore it.`,
  samples: { ...samples, name: 'Asha', days: String(invitationDays) },
  button: 'Choose a password',
});

export const rejectionEmail = defineEmailTemplate({
  key: 'enrolment-rejected',
  when: 'An enrollment request is declined, or an approval is withdrawn.',
  subject: 'Your enrollment: {course}',
  text: `Dear {name},

The academy has not approved your enrollment for {course}.

{reason}

Open your dashboard to see what to do next and to ask again. Your progress is kept. If you have a question, please write to {academyEmail}.`,
  samples: { ...samples, reason: declineSentence({ reason: 'documents-unreadable', note: null }) },
  button: 'See what to do next',
});
