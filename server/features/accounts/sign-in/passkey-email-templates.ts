import { defineEmailTemplate } from '../../../platform/mail/email-template.ts';
import { notYou } from '../email-templates.ts';

const samples = { name: 'Asha Nair', passkey: 'Chrome on Android phone' };

export const passkeyAddedEmail = defineEmailTemplate({
  key: 'passkey-added',
  when: 'Somebody has added a passkey to the account.',
  subject: 'A passkey was added to your account at {academy}',
  text: `Dear {name},

You can now log in with the passkey “{passkey}”, without your password. You can remove it on your account page.

${notYou}`,
  samples,
});

export const passkeyRemovedEmail = defineEmailTemplate({
  key: 'passkey-removed',
  when: 'Somebody has removed a passkey from the account.',
  subject: 'A passkey of your account at {academy} was removed',
  text: `Dear {name},

You can no longer log in with the passkey “{passkey}”, and you have been logged out on all other devices. Your password has not changed.

${notYou}`,
  samples,
});

export const passkeyBlockedEmail = defineEmailTemplate({
  key: 'passkey-blocked',
  when: 'A passkey was used that somebody seems to have copied. It is blocked from then on.',
  subject: 'A passkey of your account at {academy} is blocked',
  text: `Dear {name},

Somebody tried to log in with the passkey “{passkey}”, or with a copy of it. The passkey is now blocked.

Please log in with your password. Then remove this passkey on your account page, and check your other passkeys and devices there.

${notYou}`,
  samples,
});
