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
