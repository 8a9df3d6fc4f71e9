import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

const name = 'Asha Nair';
const message = 'When does the next course begin?';

/** Sent to the academy itself; a reply goes to the visitor. */
export const contactEmail = defineEmailTemplate({
  key: 'contact-message',
  when: 'A visitor writes on the contact page. Sent to the academy.',
  // Where emails are written to files, subjects are logged, and logs must not contain names.
  subject: 'Message from the contact page',
  text: '{name} ({email}) wrote on the contact page:\n\n{message}',
  samples: { name, email: 'asha@example.org', message },
});

/** The answer is in the staff member's own words. */
export const contactAnswerEmail = defineEmailTemplate({
  key: 'contact-answer',
  when: 'Staff answer a message from the contact page.',
  subject: 'Your message to {academy}',
  text: `Dear {name},

{answer}

If you have another question, please reply to this email or call {academyPhone}.

You wrote to us:

{message}`,
  needs: ['answer'],
  samples: { name, message, answer: 'It begins on 4 January, and six seats are free.' },
});
