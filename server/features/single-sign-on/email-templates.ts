import { defineEmailTemplate } from '../../platform/mail/email-template.ts';
import { notYou } from '../accounts/email-templates.ts';

const samples = { name: 'Asha Nair', provider: 'the academy’s login' };

export const signOnLinkedEmail = defineEmailTemplate({
  key: 'sign-on-linked',
  when: 'A colleague has logged in by the academy’s provider for the first time.',
  subject: 'Your account at {academy} can now be opened by {provider}',
  text: `Dear {name},

From now on you can log in to {academy} by {provider}, without the password of your account here. If you have no password yet, please choose one by “Forgot password?”: you need it to set up your second factor.

${notYou}`,
  samples,
});

export const signOnRemovedEmail = defineEmailTemplate({
  key: 'sign-on-removed',
  when: 'An administrator has removed the login by the academy’s provider from a colleague’s account.',
  subject: 'Your account at {academy} is no longer opened by {provider}',
  text: `Dear {name},

An administrator has removed the login by {provider} from your account, and every session has been ended. Your password, if you have set one, stays as it is.

${notYou}`,
  samples,
});
