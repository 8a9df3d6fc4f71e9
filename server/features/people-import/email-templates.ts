import { defineEmailTemplate } from '../../platform/mail/email-template.ts';
import { invitationDays } from '../accounts/rules.ts';

const samples = { name: 'Asha', course: 'Enclosed Space Entry' };

export const invitationToCourseEmail = defineEmailTemplate({
  key: 'account-invited-to-course',
  when: 'Staff have imported somebody from a list, and enrolled them in a course.',
  subject: 'Your account at {academy}, and your course: {course}',
  text: `Dear {name},

{academy} has created an account for you, and enrolled you in {course}. Choose a password to log in and begin.

The link below is only for you. It works once, within {days} days. If you did not expect this email, you can ignore it.`,
  samples: { ...samples, days: String(invitationDays) },
  button: 'Choose a password',
});

export const importUndoneEmail = defineEmailTemplate({
  key: 'import-undone',
  when: 'Staff undo an import from a list, and somebody was emailed already.',
  subject: 'Please ignore our last email',
  text: `Dear {name},

Our last email about {what} was sent to you by mistake. It is taken back, and you do not have to do anything.

If you have a question, please write to {academyEmail}.`,
  samples: { name: samples.name, what: 'your enrollment in Enclosed Space Entry' },
});
