import { defineEmailTemplate } from '../../../platform/mail/email-template.ts';

export const expiryEmail = defineEmailTemplate({
  key: 'certificate-expires',
  when: 'A certificate expires in 90, 60 or 30 days.',
  subject: 'Your certificate expires in {days} days: {course}',
  text: `Dear {name},

Your certificate {number} for {course} is valid until {lastDay}, which is in {days} days. After that day it is not valid.

You can take the course again now. The new certificate will replace this one.`,
  samples: {
    name: 'Asha Nair',
    course: 'Enclosed Space Entry',
    number: 'FMA-2026-7K3PW9QX2MTHA',
    lastDay: '20 November 2028',
    days: '90',
  },
  button: 'Renew',
});
