import { z } from 'zod/mini';
import type { Calls } from './call.ts';
import { ByCourse, bounded, CalendarDate, data, FileLink, Instant } from './shapes.ts';

export const certificateStates = ['held', 'issued', 'expired', 'revoked', 'superseded'] as const;

/** A certificate as its holder sees it. */
export const Certificate = z.object({
  certNo: z.string(),
  status: z.enum(certificateStates),
  name: z.string(),
  email: z.string(),
  dateOfBirth: z.string(),
  passportNo: z.string(),
  cdcNo: z.string(),
  indosNo: z.string(),
  gradeNo: z.string(),
  courseTitle: z.string(),
  dateOfIssue: CalendarDate,
  /** Null is shown as N/A. */
  dateOfExpiry: z.nullable(CalendarDate),
  /** The day on which it was revoked, in the academy's time zone. */
  revokedOn: z.nullable(CalendarDate),
  /** The number of the certificate that replaced it. */
  replacedBy: z.nullable(z.string()),
});

export const HeldCertificate = z.extend(Certificate, {
  /** Null until the PDF is generated. */
  pdfPath: z.nullable(FileLink),
  verifyUrl: z.string(),
});
export type HeldCertificate = z.infer<typeof HeldCertificate>;

/**
 * The public data of a certificate: email, passport number and birth date are partly masked, except for the holder and
 * staff.
 */
export const VerifiedCertificate = Certificate;
export type VerifiedCertificate = z.infer<typeof VerifiedCertificate>;

/** The keys for verifying signatures, on any device and offline: every key that ever existed. */
export const AcademyKeys = z.object({
  asOf: Instant,
  keys: z.array(
    z.object({
      id: z.string(),
      /** Ed25519, 32 bytes in base64url. */
      key: z.string(),
      validFrom: Instant,
      /** Null for a current key. */
      validUntil: z.nullable(Instant),
    }),
  ),
});
export type AcademyKeys = z.infer<typeof AcademyKeys>;

/**
 * All withdrawn certificates. Each is identified by the digest of its number (contract/credential.ts), because a list
 * of numbers would give anyone access to every holder's page.
 */
export const Withdrawals = z.object({
  asOf: Instant,
  withdrawn: z.array(z.object({ digest: z.string(), kind: z.enum(['revoked', 'superseded']), on: CalendarDate })),
});
export type Withdrawals = z.infer<typeof Withdrawals>;

export const certificates = {
  keys: { method: 'GET', path: '/verify/keys', who: 'anyone', reply: data(AcademyKeys) },
  withdrawals: { method: 'GET', path: '/verify/withdrawals', who: 'anyone', reply: data(Withdrawals) },
  getOwn: {
    method: 'GET',
    path: '/certificate/:courseId',
    who: 'learner',
    params: ByCourse,
    reply: data(HeldCertificate),
  },
  verify: {
    method: 'GET',
    path: '/verify/:number',
    who: 'anyone',
    // Any text is looked up: if it is not a certificate number, it is not found.
    params: z.object({ number: bounded(200, { tooLong: 'This is no certificate number' }) }),
    reply: data(VerifiedCertificate),
  },
} as const satisfies Calls;
