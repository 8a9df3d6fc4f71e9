// Words and lists alone, so that a page that shows them does not load the schemas.

/**
 * The identity documents of a profile. The first three belong to every profile; copies of passport, CDC and INDoS
 * certificate are there once the academy has asked for them.
 */
export const documentKinds = [
  'profilePicture',
  'idDocument',
  'signature',
  'passportDocument',
  'cdcDocument',
  'indosDocument',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

/**
 * The facts of a profile that an identity check covers, beside its documents: what a certificate shows of its holder,
 * and the numbers that staff compare. All but the phone number and the postal address.
 */
export const checkedFacts = [
  'name',
  'ownScriptName',
  'birthDate',
  'passportNumber',
  'passportExpiresOn',
  'cdcNumber',
  'cdcExpiresOn',
  'gradeNumber',
  'indosNumber',
  'idType',
] as const;
export type CheckedFact = (typeof checkedFacts)[number];

/** The name of each document on screen and in emails. */
export const documentNames: Readonly<Record<DocumentKind, string>> = {
  profilePicture: 'profile picture',
  idDocument: 'ID document',
  signature: 'signature',
  passportDocument: 'passport',
  cdcDocument: 'CDC',
  indosDocument: 'INDoS certificate',
};

/** Why staff ask for a document. */
export const documentReasons = [
  'missing',
  'unreadable',
  'cut-off',
  'wrong-document',
  'expired',
  'mismatch',
  'other',
] as const;
export type DocumentReason = (typeof documentReasons)[number];

/** A reason as staff choose it, and as a sentence to the person; `other` is explained by the note alone. */
export const documentReasonWords: Readonly<Record<DocumentReason, { name: string; sentence: string }>> = {
  missing: { name: 'Not uploaded yet', sentence: 'The academy needs it. Please upload it.' },
  unreadable: {
    name: 'Blurred or too small',
    sentence: 'We could not read it. Please take a sharp picture in good light, or upload a scan.',
  },
  'cut-off': { name: 'Part of it is missing', sentence: 'A part of it is cut off. Please show the whole page.' },
  'wrong-document': { name: 'Wrong document', sentence: 'You uploaded a different document. Please upload this one.' },
  expired: { name: 'Expired', sentence: 'It has expired. Please upload the new one.' },
  mismatch: {
    name: 'Differs from the profile',
    sentence: 'It does not match your profile. Please check both.',
  },
  other: { name: 'Other', sentence: '' },
};

/** Why a document was asked for, in sentences to the person. */
export const documentReasonSentence = ({ reason, note }: { reason: DocumentReason; note: string | null }): string =>
  [documentReasonWords[reason].sentence, note].filter(Boolean).join(' ');
