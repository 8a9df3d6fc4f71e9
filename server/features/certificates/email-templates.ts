import { defineEmailTemplate } from '../../platform/mail/email-template.ts';
import type { SheetFlaws } from './certificate-facts.ts';

const samples = { name: 'Asha Nair', course: 'Enclosed Space Entry' };

/** The certificate is issued; its PDF is rendered by the time this email is read. */
export const issuedEmail = defineEmailTemplate({
  key: 'certificate-issued',
  when: 'A certificate is issued.',
  subject: 'Your certificate: {course}',
  text: `Dear {name},

You have passed {course}. Your certificate is ready for you to view and download.

Anyone can check it at {verifyLink}`,
  samples: { ...samples, verifyLink: 'https://academy.example/verify/FMA-2026-7K3PW9QX2MTHA' },
  button: 'View Certificate',
});

export const heldEmail = defineEmailTemplate({
  key: 'certificate-held',
  when: 'A certificate is earned, but is on hold until staff have checked changed details.',
  subject: 'Your certificate is on hold: {course}',
  text: `Dear {name},

You have passed {course}. Details in your profile are new or have changed. The academy must check them before it issues your certificate. You will get an email when it is ready.`,
  samples,
});

export const awaitsAcademyEmail = defineEmailTemplate({
  key: 'certificate-awaits-academy',
  when: 'A certificate is earned, but is on hold until the academy has stated its details in the settings.',
  subject: 'Your certificate is on hold: {course}',
  text: `Dear {name},

You have passed {course}. The academy must still complete the details that stand on its certificates. You do not have to do anything: you will get an email when your certificate is ready.`,
  samples,
});

export const awaitsNameEmail = defineEmailTemplate({
  key: 'certificate-awaits-name',
  when: 'A certificate is earned, but is on hold until the name of its holder is in Latin letters.',
  subject: 'Your certificate is on hold: {course}',
  text: `Dear {name},

You have passed {course}. Certificates state the name in Latin letters, as in the passport. Please write it so in your profile; your name in your own script has a field of its own, and stands beside it. You will get an email when your certificate is ready.`,
  samples,
  button: 'Update Profile',
});

const flawWords: Record<keyof SheetFlaws, string> = {
  timeStampMissing:
    'Its signature has no time stamp, because the time-stamp authority did not answer for almost an hour. The time stamp is added when the authority answers.',
  photoUnreadable: 'It has no photograph: the one in the profile is missing or cannot be read.',
  missingGlyphs:
    'Some of its text is in a script for which the program has no font. If this is the name, the certificate says “The holder of passport …” instead.',
};

export const flawedSheetEmail = defineEmailTemplate({
  key: 'certificate-flawed',
  when: 'The PDF of a certificate has a problem. Sent to the academy.',
  subject: 'Please check certificate {number}',
  text: 'The certificate {number} of {name} for {course} is issued, but its PDF has a problem.\n\n{flaws}',
  samples: { ...samples, number: 'FMA-2026-7K3PW9QX2MTHA', flaws: flawWords.photoUnreadable },
});

/** The problems of a sheet, in words. */
export const flawsInWords = (flaws: SheetFlaws): string =>
  (Object.keys(flawWords) as (keyof SheetFlaws)[])
    .filter((flaw) => flaws[flaw])
    .map((flaw) => flawWords[flaw])
    .join('\n\n');

/** Notifies the holder, with the reason. */
export const revokedEmail = defineEmailTemplate({
  key: 'certificate-revoked',
  when: 'A certificate is revoked.',
  subject: 'Your certificate was revoked: {course}',
  text: `Dear {name},

The academy has revoked your certificate {number} for {course}. Anyone who checks it will see this.

Reason: {reason}

If you think that this is a mistake, please write to us.`,
  samples: { ...samples, number: 'FMA-2026-7K3PW9QX2MTHA', reason: 'It was issued to the wrong person.' },
  button: 'Contact',
});

/** The certificate was wrong, and a corrected one was issued. */
export const correctedEmail = defineEmailTemplate({
  key: 'certificate-corrected',
  when: 'A certificate is issued again with a correction.',
  subject: 'Your corrected certificate: {course}',
  text: `Dear {name},

The academy has corrected your certificate for {course}. Its number is now {number}. The old certificate, {formerNumber}, is marked as replaced.

What was corrected: {reason}`,
  samples: {
    ...samples,
    number: 'FMA-2026-7K3PW9QX2MTHA',
    formerNumber: 'FMA-2026-2D8RA5QYM0KCE',
    reason: 'The birth date was misread.',
  },
  button: 'View Certificate',
});
