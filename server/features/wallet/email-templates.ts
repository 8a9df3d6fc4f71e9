import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

const samples = {
  name: 'Asha Nair',
  course: 'Enclosed Space Entry',
  number: 'FMA-2026-7K3PW9QX2MTHA',
  lastDay: '20 November 2028',
  days: '90',
  renewal: 'You can take the course again. The new certificate will replace this one.',
};

export const expiryEmail = defineEmailTemplate({
  key: 'certificate-expires',
  when: 'A certificate expires in 180, 90, 60, 30 or 7 days.',
  subject: 'Your certificate expires in {days} days: {course}',
  text: `Dear {name},

Your certificate {number} for {course} is valid until {lastDay}, which is in {days} days. After that day it is not valid.

{renewal}`,
  samples,
  button: 'Renew',
});

export const refresherEmail = defineEmailTemplate({
  key: 'certificate-refresher-due',
  when: 'A certificate does not expire, but a refresher course is due in 180, 90, 60, 30 or 7 days.',
  subject: 'Your refresher course is due in {days} days: {course}',
  text: `Dear {name},

Your certificate {number} for {course} does not expire. But you need a refresher course by {lastDay}, which is in {days} days.

{renewal}`,
  samples: {
    ...samples,
    renewal: 'The refresher course is Enclosed Space Entry: refresher. The next batch begins on 3 October 2028.',
  },
  button: 'Renew',
});

export const documentsEndEmail = defineEmailTemplate({
  key: 'documents-expire',
  when: 'A document of a person, or several of them, expire in 180, 90, 60, 30 or 7 days.',
  subject: 'Expires in {days} days: {document}',
  text: `Dear {name},

These documents of yours expire soon:

{documents}

Renew each in time. Then enter the new one in “My documents”, or in your profile if it is your passport or seaman’s book.`,
  samples: {
    name: 'Asha Nair',
    document: 'Medical certificate',
    days: '30',
    documents: 'Medical certificate: valid until 20 November 2028, in 30 days.',
  },
  button: 'My documents',
});

export const documentRefusedEmail = defineEmailTemplate({
  key: 'document-refused',
  when: 'Staff refuse a document that a person has added to “My documents”.',
  subject: 'Please correct your document: {document}',
  text: `Dear {name},

The academy has looked at your document {document}. It does not count yet.

{reason}

Open “My documents” and edit it.`,
  samples: {
    name: 'Asha Nair',
    document: 'Medical certificate',
    reason: 'We could not read it. Please take a sharp picture in good light, or upload a scan.',
  },
  button: 'My documents',
});
