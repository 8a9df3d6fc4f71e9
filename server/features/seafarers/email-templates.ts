import { documentNames, documentReasonSentence } from '@fairlead/contract/seafarers/document-words';
import { defineEmailTemplate } from '../../platform/mail/email-template.ts';

/** Sent so that the person notices at once if the correction itself is wrong. */
export const nameCorrectedEmail = defineEmailTemplate({
  key: 'name-corrected',
  when: 'Staff correct the name of a person.',
  subject: 'Your name at {academy} has been corrected',
  text: `Dear {name},

The academy has corrected your name from “{formerName}” to “{name}”. Your next certificate will show it.

If this is wrong, please write to {academyEmail} or call {academyPhone}.`,
  samples: { name: 'Asha Nair', formerName: 'Asha Nayar' },
});

export const documentRequestEmail = defineEmailTemplate({
  key: 'document-asked',
  when: 'Staff ask a person for a document.',
  subject: 'Please upload your {document}',
  text: `Dear {name},

The academy needs your {document} before it can go on with your request.

{reason}

Open your profile and choose “Upload again”. You do not need to fill in anything else.`,
  samples: {
    name: 'Asha Nair',
    document: documentNames.passportDocument,
    reason: documentReasonSentence({ reason: 'unreadable', note: null }),
  },
  button: 'Upload it now',
});
