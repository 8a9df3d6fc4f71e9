import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

const samples = { name: 'Asha Nair', course: 'Enclosed Space Entry' };

export const acceptanceEmail = defineEmailTemplate({
  key: 'enrolment-accepted',
  when: 'An enrollment request is accepted.',
  subject: 'You are enrolled: {course}',
  text: `Dear {name},

Your enrollment request for {course} has been accepted. Open the course among your courses to see what comes first.`,
  samples,
  button: 'Go to my courses',
});

export const rejectionEmail = defineEmailTemplate({
  key: 'enrolment-rejected',
  when: 'An enrollment request is rejected, or an acceptance is taken back.',
  subject: 'Your enrollment: {course}',
  text: `Dear {name},

The academy could not accept your enrollment for {course}, or had to take it back. Please write to {academyEmail} if you want to know why.

You may request the course again. Progress that you have made is kept.`,
  samples,
});
