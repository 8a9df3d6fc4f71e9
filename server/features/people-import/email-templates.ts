import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

export const importUndoneEmail = defineEmailTemplate({
  key: 'import-undone',
  when: 'Staff undo an import from a list, and somebody was emailed already.',
  subject: 'Please ignore our last email',
  text: `Dear {name},

Our last email about {what} was sent to you by mistake. It is taken back, and you do not have to do anything.

If you have a question, please write to {academyEmail}.`,
  samples: { name: 'Asha', what: 'your enrollment in Enclosed Space Entry' },
});
