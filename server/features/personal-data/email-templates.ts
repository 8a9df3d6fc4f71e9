import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

export const disuseEmail = defineEmailTemplate({
  key: 'account-unused',
  when: 'An account that nobody has used for long will be erased: 30 days and 7 days before.',
  subject: 'Your account at {academy} will be erased on {day}',
  text: `Dear {name},

Nobody has used your account at {academy} for a long time. On {day} it will be erased, with your profile and papers, your training and your answers. This cannot be undone.

To keep it, log in once before that day. If you cannot log in, please write to {academyEmail} or call {academyPhone}.

If you do not need it any more, you have nothing to do.`,
  samples: { name: 'Asha Nair', day: '2028-11-20' },
  button: 'Log in',
});

export const erasedEmail = defineEmailTemplate({
  key: 'person-erased',
  when: 'A person has been erased, at their own wish, by staff, or since nobody has used the account for long.',
  subject: 'Your account at {academy} has been erased',
  text: `Dear {name},

Your account at {academy} has been erased, with your profile and papers, your training and your answers. This cannot be undone.

Certificates that were issued to you stay in the academy's register with what stands on them, as the law asks, and can still be verified.

If this was not you, please write to {academyEmail} or call {academyPhone}.`,
  samples: { name: 'Asha Nair' },
});
