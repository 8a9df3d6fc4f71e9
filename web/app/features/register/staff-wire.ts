import type * as wire from '@fairlead/contract/register';
import { type Certificate, certificateOf } from '../certificates/wire.ts';

/** A certificate as it stands in the register. */
export type RegisteredCertificate = Certificate & {
  id: string;
  personId: string;
  /** Null until it is drawn. */
  pdf: { filename: string; url: string } | null;
  expiresSoon: boolean;
  revocationReason: string | null;
  revokedBy: string | null;
  /** Since when it waits for a check; `gaveUp` when its release failed for good. */
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

/** What a correction's form calls its fields, by what the wire calls them. */
export const formNames = {
  dateOfBirth: 'birthDate',
  passportNo: 'passportNumber',
  cdcNo: 'cdcNumber',
  indosNo: 'indosNumber',
  gradeNo: 'gradeNumber',
};

/** A correction in the names of the form. */
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
