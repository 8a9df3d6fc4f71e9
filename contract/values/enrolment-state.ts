/**
 * The one model of an enrolment's state, for the server, every page, emails and exports. It imports nothing, so that a
 * public page can show a state without the schemas.
 */

/**
 * The states of an enrolment in their order. Nothing is stored of somebody who never asked (`not-requested`). The
 * server computes the others (`stateOf` in its `rules.ts`).
 */
export const enrolmentStates = [
  'not-requested',
  'requested',
  'document-needed',
  'declined',
  'training',
  'test-open',
  'certified',
  'certificate-expired',
  'certificate-revoked',
] as const;
export type EnrolmentState = (typeof enrolmentStates)[number];

/** The statuses of an enrolment that are stored; its state is computed from them. */
export const enrolmentStatuses = ['pending', 'approved', 'rejected'] as const;

/** The name of each state on screen, in emails and in exports. */
export const stateNames: Readonly<Record<EnrolmentState, string>> = {
  'not-requested': 'Not requested',
  requested: 'Waiting for approval',
  'document-needed': 'Document needed',
  declined: 'Not Approved',
  training: 'In training',
  'test-open': 'Test open',
  certified: 'Certified',
  'certificate-expired': 'Certificate expired',
  'certificate-revoked': 'Certificate revoked',
};

/**
 * The next steps that a learner can take with an enrolment; the server says which steps are open (`stepsOf` in its
 * `rules.ts`), the most useful one first. `request`, `ask-again` and `renew` are the same call, and so is
 * `choose-date`, with a batch.
 */
export const enrolmentSteps = [
  'request',
  'upload-document',
  'update-profile',
  'ask-again',
  'choose-date',
  'launch',
  'test',
  'certificate',
  'renew',
] as const;
export type EnrolmentStep = (typeof enrolmentSteps)[number];

/** The reasons that staff choose from when they decline a request. */
export const staffDeclineReasons = [
  'documents-incomplete',
  'documents-unreadable',
  'prerequisites-missing',
  'batch-full',
  'fee-not-received',
  'other',
] as const;
export type StaffDeclineReason = (typeof staffDeclineReasons)[number];
/**
 * Every reason for a decline. `absent` is only given by the rule of attendance: what staff have decided for another
 * reason is not undone by a corrected mark.
 */
export const declineReasons = [...staffDeclineReasons, 'absent'] as const;
export type DeclineReason = (typeof declineReasons)[number];

/** A reason as staff read it, and as a sentence to the learner; `other` is explained by the note alone. */
export const declineWords: Readonly<Record<DeclineReason, { name: string; sentence: string }>> = {
  'documents-incomplete': {
    name: 'Documents incomplete',
    sentence: 'Some of your documents or details are missing or out of date.',
  },
  'documents-unreadable': {
    name: 'Documents unreadable',
    sentence: 'We could not read one or more of your documents. Please upload clear pictures.',
  },
  'prerequisites-missing': {
    name: 'Prerequisites missing',
    sentence: 'You do not yet have what this course requires, such as an earlier course or sea time.',
  },
  'batch-full': { name: 'Batch full', sentence: 'This batch is full.' },
  'fee-not-received': { name: 'Fee not received', sentence: 'We have not received the course fee.' },
  absent: {
    name: 'Absent too often',
    sentence: 'You were absent from class for longer than the academy allows.',
  },
  other: { name: 'Other', sentence: '' },
};

/** Why a request was declined; both are null where staff gave no reason. */
export type Decline = { reason: DeclineReason | null; note: string | null };

/** The reason for the learner, in sentences; empty where staff gave none. */
export const declineSentence = ({ reason, note }: Decline): string =>
  [reason && declineWords[reason].sentence, note].filter(Boolean).join(' ');

/** The reason for staff, in one line; empty where none was given. */
export const declineSummary = ({ reason, note }: Decline): string =>
  [reason && declineWords[reason].name, note].filter(Boolean).join(': ');
