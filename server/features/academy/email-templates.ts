import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

export const testEmail = defineEmailTemplate({
  key: 'test-mail',
  when: 'An administrator sends a test email.',
  subject: 'Test email from {academy}',
  text: 'This is a test. Emails from {academy} reach you.',
  samples: {},
});
