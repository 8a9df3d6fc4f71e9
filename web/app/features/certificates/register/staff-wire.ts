import type * as wire from '@fairlead/contract/register';
import { type Certificate, certificateOf } from '../wire.ts';

/** A certificate in the register. */
export type RegisteredCertificate = Certificate & {
  id: string;
  personId: string;
  /** Null until it is rendered. */
  pdf: { filename: string; url: string } | null;
  expiresSoon: boolean;
  revocationReason: string | null;
  revokedBy: string | null;
  /** Since when it has been held for a check; `gaveUp` when its release failed for good. */
  held: { since: string; gaveUp: boolean } | null;
};

export const registeredOf = (one: wire.RegisteredCertificate): RegisteredCertificate => ({
  ...certificateOf(one),
  id: one._id,
  personId: one.userId,
  pdf: one.pdfPath,
  expiresSoon: one.expiresSoon,
  revocationReason: one.revocationReason,
  revokedBy: one.revokedBy,
  held: one.held,
});

/** The form's names of a correction's fields, keyed by the API's names. */
export const formNames = {
  dateOfBirth: 'birthDate',
  passportNo: 'passportNumber',
  cdcNo: 'cdcNumber',
  indosNo: 'indosNumber',
  gradeNo: 'gradeNumber',
};

/** A correction with the form's field names. */
export type CorrectionDraft = {
  name: string;
  birthDate: string;
  passportNumber: string;
  cdcNumber: string;
  indosNumber: string;
  gradeNumber: string;
  reason: string;
};

export const correctionOf = (draft: CorrectionDraft): wire.Correction => ({
  name: draft.name,
  dateOfBirth: draft.birthDate,
  passportNo: draft.passportNumber,
  cdcNo: draft.cdcNumber,
  indosNo: draft.indosNumber,
  gradeNo: draft.gradeNumber,
  reason: draft.reason,
});
