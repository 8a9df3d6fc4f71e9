/** The facts on a certificate. Dates are calendar dates, 'YYYY-MM-DD'; pictures are JPEG, PNG or WebP. */
export type CertificateFacts = {
  academy: { name: string; city: string; email: string; recognition: string | null };
  number: string;
  name: string;
  /** The name as its holder writes it; empty for none. */
  ownScriptName: string;
  birthDate: string | null;
  passportNumber: string;
  cdcNumber: string;
  indosNumber: string;
  gradeNumber: string;
  courseTitle: string;
  regulations: string;
  /** To what the course was held; empty for nothing. */
  heldTo: string;
  /** The administration that had approved the course, and the number of the approval; both empty for none. */
  approvedBy: string;
  approvalNumber: string;
  subjects: string[];
  issuedOn: string;
  /** When the certificate was earned: the PDF's date of creation, which must not be later than its signature. */
  createdAt: Date;
  /** The document on which its validity depends: it is valid while that document is. Empty for none. */
  boundTo: string;
  /** null is printed as N/A. */
  expiresOn: string | null;
  signatory: { name: string; title: string };
  photo: Uint8Array | null;
  signature?: Uint8Array | null;
  /** The academy's logo; without one, the default mark is drawn. */
  logo?: Uint8Array | null;
  /** The position of its entry in the public log, counted from 1. */
  logEntry: number;
  /** The content of the QR code. */
  verifyUrl: string;
  percentage?: number;
  /** Whether it is no certificate: SPECIMEN stands across it, and no log entry is named. */
  isSpecimen?: true;
};

/**
 * Problems of a sheet to report to staff. `missingGlyphs`: a character is in none of the bundled fonts and was
 * replaced; `photoUnreadable`: the photograph is not a readable picture and was left out; `timeStampMissing`: the
 * academy has a time-stamp authority, which gave no time stamp.
 */
export type SheetFlaws = { missingGlyphs: boolean; photoUnreadable: boolean; timeStampMissing?: boolean };
export type DrawnCertificate = { pdf: Buffer } & SheetFlaws;
