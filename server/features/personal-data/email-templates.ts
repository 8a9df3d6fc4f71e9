import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

export const disuseEmail = defineEmailTemplate({
  key: 'account-unused',
  when: 'An unused account will be erased. Sent 30 days and 7 days before.',
  subject: 'Your account at {academy} will be erased on {day}',
  text: `Dear {name},

Nobody has used your account at {academy} for a long time. On {day} it will be erased, with your profile and documents, your training and your test answers. This cannot be undone.

To keep it, log in once before that day. If you cannot log in, please write to {academyEmail} or call {academyPhone}.

If you no longer need it, you do not have to do anything.`,
  samples: { name: 'Asha Nair', day: '2028-11-20' },
  button: 'Log in',
});

export const erasedEmail = defineEmailTemplate({
  key: 'person-erased',
  when: 'A person was erased: at their own request, by staff, or because the account was not used for a long time.',
  subject: 'Your account at {academy} has been erased',
  text: `Dear {name},

Your account at {academy} has been erased, with your profile and documents, your training and your test answers. This cannot be undone.

As the law requires, certificates issued to you stay in the academy's register with the details printed on them. They can still be verified.

If this was not you, please write to {academyEmail} or call {academyPhone}.`,
  samples: { name: 'Asha Nair' },
});
