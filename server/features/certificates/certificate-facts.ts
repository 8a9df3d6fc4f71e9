import type { PdfSeal } from './sign-pdf.ts';

/** What a certificate says. Dates are calendar dates, 'YYYY-MM-DD'; pictures are JPEG, PNG or WebP. */
export type CertificateFacts = {
  academy: { name: string; city: string; email: string; recognition: string | null };
  number: string;
  name: string;
  birthDate: string | null;
  passportNumber: string;
  cdcNumber: string;
  indosNumber: string;
  gradeNumber: string;
  courseTitle: string;
  regulations: string;
  subjects: string[];
  issuedOn: string;
  /** null is printed as N/A. */
  expiresOn: string | null;
  signatory: { name: string; title: string };
  photo: Uint8Array | null;
  signature?: Uint8Array | null;
  /** The academy's, in the place of the mark that is drawn for those who have none. */
  logo?: Uint8Array | null;
  /** What the QR code holds. */
  verifyUrl: string;
  percentage?: number;
};

/**
 * What staff should be told of a sheet. `missingGlyphs`: some character is in none of the bundled fonts and was
 * replaced; `photoUnreadable`: the photograph is no picture and was left out.
 */
export type SheetFlaws = { missingGlyphs: boolean; photoUnreadable: boolean };
export type DrawnCertificate = { pdf: Buffer } & SheetFlaws;

/** What the press's worker is sent: what to draw, and what to sign it with. */
export type WorkerOrder = { facts: CertificateFacts; seal: PdfSeal | undefined };
/** What it answers to each. */
export type WorkerReply = DrawnCertificate | { error: string };
