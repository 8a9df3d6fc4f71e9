import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

/** Sent to the academy itself; a reply goes to the visitor. */
export const contactEmail = defineEmailTemplate({
  key: 'contact-message',
  when: 'A visitor writes on the contact page. Sent to the academy.',
  // Where emails are written to files, subjects are logged, and logs must not contain names.
  subject: 'Message from the contact page',
  text: '{name} ({email}) wrote on the contact page:\n\n{message}',
  samples: { name: 'Asha Nair', email: 'asha@example.org', message: 'When does the next course begin?' },
});

export const testEmail = defineEmailTemplate({
  key: 'test-mail',
  when: 'An administrator sends a test email.',
  subject: 'Test email from {academy}',
  text: 'This is a test. Emails from {academy} reach you.',
  samples: {},
});
