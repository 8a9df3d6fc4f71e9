import { defineEmailTemplate } from '../../platform/mail/email-template.ts';
import { invitationDays } from './rules.ts';

const name = 'Asha Nair';

/** The reason is in the staff member's own words. */
export const refusalEmail = defineEmailTemplate({
  key: 'account-refused',
  when: 'A registration is rejected.',
  subject: 'Your registration at {academy}',
  text: `Dear {name},

The academy could not accept your registration, for this reason:

{reason}

You can register again with the same email address. If you have questions, please write to {academyEmail}.`,
  samples: { name, reason: 'Please register under the name in your passport.' },
  button: 'Register again',
});

/** A message in the staff member's own words. */
export const staffMessageEmail = defineEmailTemplate({
  key: 'staff-message',
  when: 'Staff write a message to a person.',
  subject: '{subject}',
  text: `Dear {name},

{message}

If you have a question, please reply to this email or call {academyPhone}.`,
  needs: ['subject', 'message'],
  samples: { name, subject: 'Your medical certificate', message: 'Please bring your medical certificate on Monday.' },
});

/** The reason is not sent: it may name other people. */
export const disabledEmail = defineEmailTemplate({
  key: 'account-disabled',
  when: 'An account is disabled.',
  subject: 'Your account at {academy} is disabled',
  text: `Dear {name},

Your account has been disabled, and you have been logged out everywhere. Your progress and certificates are kept.

If you want to know why, please write to {academyEmail} or call {academyPhone}.`,
  samples: { name },
});

export const enabledEmail = defineEmailTemplate({
  key: 'account-enabled',
  when: 'A disabled account is enabled again.',
  subject: 'Your account at {academy} is open again',
  text: `Dear {name},

Your account has been enabled. You can log in as before.`,
  samples: { name },
  button: 'Log in',
});

export const invitationEmail = defineEmailTemplate({
  key: 'staff-invited',
  when: 'Somebody is invited to the staff.',
  subject: 'You are invited to work at {academy}',
  text: `Dear {name},

{inviter} has created an account for you at {academy}, as {role}. Please choose a password with the link below. The link is only for you. It works once, within {days} days.

After that, log in at {loginLink}. If the link has expired, you can request a new password there.`,
  samples: {
    name,
    inviter: 'Capt. R. Menon',
    role: 'registrar',
    loginLink: 'https://academy.example/ornate_backend',
    days: String(invitationDays),
  },
  button: 'Choose a password',
});

export const roleChangedEmail = defineEmailTemplate({
  key: 'staff-role-changed',
  when: 'A member of the staff gets another role.',
  subject: 'Your role at {academy} has changed',
  text: `Dear {name},

You are now {role}, and have been logged out. Log in again to use your new role.`,
  samples: { name, role: 'instructor' },
  button: 'Log in',
});

const notYou = 'If this was not you, please tell an administrator at once, and choose a new password.';

export const secondFactorOnEmail = defineEmailTemplate({
  key: 'second-factor-on',
  when: 'A member of the staff has set up a second factor.',
  subject: 'Your login at {academy} now asks for a code',
  text: `Dear {name},

Your account has a second factor: after the password, login asks for a code from your authenticator app. You have been logged out on all other devices.

${notYou}`,
  samples: { name },
});

export const secondFactorOffEmail = defineEmailTemplate({
  key: 'second-factor-off',
  when: 'A second factor is removed by its owner, or reset by an administrator.',
  subject: 'Your login at {academy} no longer asks for a code',
  text: `Dear {name},

The second factor of your account has been removed. You can log in with your password alone. You can set up a new second factor on your account page.

${notYou}`,
  samples: { name },
});

export const recoveryCodeUsedEmail = defineEmailTemplate({
  key: 'recovery-code-used',
  when: 'Somebody logs in to the staff area with a recovery code.',
  subject: 'One of your recovery codes at {academy} was used',
  text: `Dear {name},

Somebody has logged in to your account with one of your recovery codes. Unused codes left: {left}. Remove the second factor and set it up again to get new ones.

${notYou}`,
  samples: { name, left: '9' },
});
