import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

/** Sent so that the person notices at once if the correction itself is wrong. */
export const nameCorrectedEmail = defineEmailTemplate({
  key: 'name-corrected',
  when: 'Staff correct the name of a person.',
  subject: 'Your name at {academy} has been corrected',
  text: `Dear {name},

The academy has corrected your name from “{formerName}” to “{name}”. Your next certificate will show it.

If this is wrong, please write to {academyEmail} or call {academyPhone}.`,
  samples: { name: 'Asha Nair', formerName: 'Asha Nayar' },
});
