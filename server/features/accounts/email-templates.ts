import { defineEmailTemplate } from '../../platform/mail/email-template.ts';
import { code, invitationDays } from './rules.ts';

const codeSamples = { minutes: String(code.minutes) };
const name = 'Asha Nair';

export const verificationEmail = defineEmailTemplate({
  key: 'verify-email',
  when: 'Somebody registers and must verify the email address.',
  subject: 'Your verification OTP for {academy}',
  text: `Please enter this OTP to verify your email address.

It is valid for {minutes} minutes. If you did not register, you can ignore this email.`,
  samples: codeSamples,
  hasCode: true,
});

export const resetEmail = defineEmailTemplate({
  key: 'reset-password',
  when: 'Somebody has forgotten the password.',
  subject: 'Your password reset OTP for {academy}',
  text: `Please enter this OTP to choose a new password.

It is valid for {minutes} minutes. If you did not request it, you can ignore this email. Your password does not change.`,
  samples: codeSamples,
  hasCode: true,
});

export const unfinishedRegistrationEmail = defineEmailTemplate({
  key: 'registration-unfinished',
  when: 'Somebody asks for a new password of an account whose email address was never verified.',
  subject: 'Your registration at {academy} is not finished',
  text: `Somebody asked for a new password for this email address. The address is registered, but it was not verified.

Please register again, and enter the OTP that we send you. If you did not request it, you can ignore this email.`,
  samples: {},
  button: 'Register again',
});

export const approvalEmail = defineEmailTemplate({
  key: 'account-approved',
  when: 'A registration is approved.',
  subject: 'Your account at {academy} is approved',
  text: `Dear {name},

Your account has been approved. You can now log in and request your courses.

Did you request a course before you registered? Log in on the same phone or computer, and your request is sent.`,
  samples: { name },
  button: 'Log in',
});

export const newAddressEmail = defineEmailTemplate({
  key: 'change-email',
  when: 'Somebody changes the email address and must verify the new one.',
  subject: 'Your OTP for a new email address at {academy}',
  text: `Please enter this OTP to make this the email address of your account.

It is valid for {minutes} minutes. If you did not request it, you can ignore this email.`,
  samples: codeSamples,
  hasCode: true,
});

/** The last paragraph of an email about a change that only the owner should have made. */
export const notYou = 'If this was not you, please tell us at once: write to {academyEmail} or call {academyPhone}.';

/** Sent to the old email. It does not name the new one: somebody else may have access to the old mailbox. */
export const emailChangedEmail = defineEmailTemplate({
  key: 'email-changed',
  when: 'An account has a new email address. Sent to the old address.',
  subject: 'The email address of your account at {academy} has changed',
  text: `Dear {name},

Your account has a new email address. You can no longer log in with this one.

${notYou}`,
  samples: { name },
});

export const passwordChangedEmail = defineEmailTemplate({
  key: 'password-changed',
  when: 'Somebody has changed the password.',
  subject: 'Your password at {academy} has changed',
  text: `Dear {name},

The password of your account has been changed. All other devices have been logged out, and links to your calendar have stopped working. Your passkeys still work. Please check on your account page that all of them are yours.

${notYou}`,
  samples: { name },
});

export const seafarerInvitationEmail = defineEmailTemplate({
  key: 'account-invited',
  when: 'Staff have imported somebody from a list.',
  subject: 'Your account at {academy}',
  text: `Dear {name},

{academy} has created an account for you. Choose a password to log in and request your courses.

The link below is only for you. It works once, within {days} days. If you did not expect this email, you can ignore it.`,
  samples: { name, days: String(invitationDays) },
  button: 'Choose a password',
});
