import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

export const digestEmail = defineEmailTemplate({
  key: 'daily-digest',
  when: 'Once a day, from the hour that is set, to staff who have pending tasks, or courses whose approval ends.',
  subject: 'Pending tasks at {academy}',
  text: `Dear {name},

These tasks are pending:

{waiting}`,
  samples: {
    name: 'Asha Nair',
    waiting:
      '3 enrollment requests, since 2026-11-18\n1 registration, since 2026-11-20\n1 course whose approval ends within 90 days, or has ended',
  },
  button: 'Open the staff area',
});
