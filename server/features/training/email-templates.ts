import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

export const attendanceEmail = defineEmailTemplate({
  key: 'attendance-marked',
  when: 'Staff confirm that a learner attended a course without videos.',
  subject: 'Your attendance of {course} is recorded',
  text: `Dear {name},

We have recorded that you attended the training of {course}. You can now take its test.`,
  samples: { name: 'Asha Nair', course: 'Enclosed Space Entry' },
  button: 'Give Test',
});

export const completionWithdrawnEmail = defineEmailTemplate({
  key: 'training-withdrawn',
  when: 'The attendance of a learner whose test was open is not enough any more, after a correction.',
  subject: 'The test of {course} is closed: your attendance is not enough',
  text: `Dear {name},

The record of your attendance of {course} has changed: a mark was corrected, or the days of your batch were changed.

You attended {attended} of {total} half days. To take the test, you may miss at most {mostAbsent} percent of them.

The test is closed now. A test that you have begun cannot be submitted. It opens again when your attendance is enough.

If you think that this is a mistake, please write to {academyEmail}.`,
  samples: { name: 'Asha Nair', course: 'Enclosed Space Entry', attended: '2', total: '6', mostAbsent: '50' },
  button: 'Go to my courses',
});
