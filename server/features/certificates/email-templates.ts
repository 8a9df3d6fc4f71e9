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

Anybody to whom you show it can check it at {verifyLink}`,
  samples: { ...samples, verifyLink: 'https://academy.example/verify/FMA-2026-7K3PW9QX2MTHA' },
  button: 'View Certificate',
});

export const heldEmail = defineEmailTemplate({
  key: 'certificate-held',
  when: 'A certificate is earned, but waits until staff have looked at changed particulars.',
  subject: 'Your certificate waits for a check: {course}',
  text: `Dear {name},

You have passed {course}. Since particulars in your profile are new or have changed, the academy checks them before it issues your certificate. You will get a mail when it is ready.`,
  samples,
});

const flawWords: Record<keyof SheetFlaws, string> = {
  timeStampMissing:
    'Its signature has no time stamp: the time-stamp authority gave none for most of an hour. It is added when the authority does.',
  photoUnreadable: 'It has no photograph: the one in the profile is missing or cannot be read.',
  missingGlyphs:
    'Some of its text is in a script that the fonts of the program do not have. Where that is the name, it says “The holder of passport …” instead.',
};

export const flawedSheetEmail = defineEmailTemplate({
  key: 'certificate-flawed',
  when: 'A certificate is drawn, but not as it should be. This one comes to the academy.',
  subject: 'Please look at certificate {number}',
  text: 'The certificate {number} of {name} for {course} is issued, and its PDF is drawn.\n\n{flaws}',
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

The academy has revoked your certificate {number} for {course}. Anyone who checks it is told so.

The reason: {reason}

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

The academy has corrected your certificate for {course}. Its number is now {number}; the old one, {formerNumber}, says that it was replaced.

What was corrected: {reason}`,
  samples: {
    ...samples,
    number: 'FMA-2026-7K3PW9QX2MTHA',
    formerNumber: 'FMA-2026-2D8RA5QYM0KCE',
    reason: 'The birth date was misread.',
  },
  button: 'View Certificate',
});
