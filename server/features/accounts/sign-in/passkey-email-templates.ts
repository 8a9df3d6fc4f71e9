import { defineEmailTemplate } from '../../../platform/mail/email-template.ts';
import { notYou } from '../email-templates.ts';

const samples = { name: 'Asha Nair', passkey: 'Chrome on Android phone' };

export const passkeyAddedEmail = defineEmailTemplate({
  key: 'passkey-added',
  when: 'Somebody has added a passkey to the account.',
  subject: 'A passkey was added to your account at {academy}',
  text: `Dear {name},

The passkey “{passkey}” now opens your account without your password. You can remove it on your account page.

${notYou}`,
  samples,
});

export const passkeyRemovedEmail = defineEmailTemplate({
  key: 'passkey-removed',
  when: 'Somebody has removed a passkey from the account.',
  subject: 'A passkey of your account at {academy} was removed',
  text: `Dear {name},

The passkey “{passkey}” no longer opens your account, and every other session has been ended. Your password stays as it is.

${notYou}`,
  samples,
});

export const passkeyBlockedEmail = defineEmailTemplate({
  key: 'passkey-blocked',
  when: 'A passkey was used of which there seems to be a copy. It is refused from then on.',
  subject: 'A passkey of your account at {academy} is blocked',
  text: `Dear {name},

Somebody tried to log in with the passkey “{passkey}”, or with a copy of it: its counter went back. It no longer opens your account.

Please log in with your password, remove this passkey on your account page, and check your other passkeys and your sessions there.

${notYou}`,
  samples,
});
