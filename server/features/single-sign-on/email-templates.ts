import { defineEmailTemplate } from '../../platform/mail/email-template.ts';
import { notYou } from '../accounts/index.ts';

const samples = { name: 'Asha Nair', provider: 'the academy’s login' };

export const signOnLinkedEmail = defineEmailTemplate({
  key: 'sign-on-linked',
  when: 'A colleague has logged in with the academy’s login service for the first time.',
  subject: 'You can now log in to {academy} with {provider}',
  text: `Dear {name},

You can now log in to {academy} with {provider}, without the password of your account here. If you have no password yet, please choose one with “Forgot password?”. You need it to set up your second factor.

${notYou}`,
  samples,
});

export const signOnRemovedEmail = defineEmailTemplate({
  key: 'sign-on-removed',
  when: 'An administrator has removed the login with the academy’s login service from a colleague’s account.',
  subject: 'You can no longer log in to {academy} with {provider}',
  text: `Dear {name},

An administrator has removed the login with {provider} from your account, and you have been logged out everywhere. Your password, if you have set one, has not changed.

${notYou}`,
  samples,
});
