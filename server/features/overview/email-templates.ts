import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

export const digestEmail = defineEmailTemplate({
  key: 'daily-digest',
  when: 'Once a day, from the hour on that is set, to each member of the staff for whom something waits.',
  subject: 'What waits for you at {academy}',
  text: `Dear {name},

This waits for you:

{waiting}`,
  samples: {
    name: 'Asha Nair',
    waiting: '3 requests for a course, since 2026-11-18\n1 registration, since 2026-11-20',
  },
  button: 'Open the staff area',
});
