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
  /** The academy's day on which it was revoked. */
  revokedOn: z.nullable(CalendarDate),
  /** The number of the certificate that has taken its place. */
  replacedBy: z.nullable(z.string()),
});

export const HeldCertificate = z.extend(Certificate, {
  /** Null until the PDF is drawn. */
  pdfPath: z.nullable(FileLink),
  verifyUrl: z.string(),
});
export type HeldCertificate = z.infer<typeof HeldCertificate>;

/** What anyone may see: e-mail, passport and birth date are partly masked, unless holder or staff ask. */
export const VerifiedCertificate = Certificate;
export type VerifiedCertificate = z.infer<typeof VerifiedCertificate>;

/** What signatures are checked with, on any device and without a network: every key there ever was. */
export const AcademyKeys = z.object({
  asOf: Instant,
  keys: z.array(
    z.object({
      id: z.string(),
      /** Ed25519, 32 bytes in base64url. */
      key: z.string(),
      validFrom: Instant,
      /** Null while it signs. */
      validUntil: z.nullable(Instant),
    }),
  ),
});
export type AcademyKeys = z.infer<typeof AcademyKeys>;

/**
 * Every certificate that was withdrawn. It is named by the digest of its number (contract/credential.ts), since a list
 * of numbers would open every holder's page to whoever fetches it.
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
    // Whatever is typed is looked up: what is no number is not found.
    params: z.object({ number: bounded(200, { tooLong: 'This is no certificate number' }) }),
    reply: data(VerifiedCertificate),
  },
} as const satisfies Calls;
