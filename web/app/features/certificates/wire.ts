import type * as wire from '@fairlead/contract/certificates';

/** A certificate with this program's field names; dates are calendar days. */
export type Certificate = {
  number: string;
  status: wire.VerifiedCertificate['status'];
  name: string;
  email: string;
  birthDate: string;
  passportNumber: string;
  cdcNumber: string;
  indosNumber: string;
  gradeNumber: string;
  courseTitle: string;
  issuedOn: string;
  /** Null when it does not expire. */
  expiresOn: string | null;
  revokedOn: string | null;
  /** The number of the certificate that replaced it. */
  replacedBy: string | null;
};

/** A holder's own certificate. */
export type HeldCertificate = Certificate & {
  /** Null until it is rendered. */
  pdf: { filename: string; url: string } | null;
  verifyUrl: string;
};

export const certificateOf = (wire: wire.VerifiedCertificate): Certificate => ({
  number: wire.certNo,
  status: wire.status,
  name: wire.name,
  email: wire.email,
  birthDate: wire.dateOfBirth,
  passportNumber: wire.passportNo,
  cdcNumber: wire.cdcNo,
  indosNumber: wire.indosNo,
  gradeNumber: wire.gradeNo,
  courseTitle: wire.courseTitle,
  issuedOn: wire.dateOfIssue,
  expiresOn: wire.dateOfExpiry,
  revokedOn: wire.revokedOn,
  replacedBy: wire.replacedBy,
});

export const heldCertificateOf = (held: wire.HeldCertificate): HeldCertificate => ({
  ...certificateOf(held),
  pdf: held.pdfPath,
  verifyUrl: held.verifyUrl,
});
