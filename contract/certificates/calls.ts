import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { ByCourse, bounded, CalendarDate, data, FileLink, Id, Instant } from '../values/shapes.ts';

export const certificateStates = ['held', 'issued', 'expired', 'revoked', 'superseded'] as const;

/** By when a refresher course is due, although the certificate does not expire; null where its rule asks for none. */
export const refresherDue = z.nullable(CalendarDate);

/** A certificate as its holder sees it. */
export const Certificate = z.object({
  certNo: z.string(),
  status: z.enum(certificateStates),
  name: z.string(),
  /** The name as its holder writes it; empty for none. */
  ownScriptName: z.string(),
  email: z.string(),
  dateOfBirth: z.string(),
  passportNo: z.string(),
  cdcNo: z.string(),
  indosNo: z.string(),
  gradeNo: z.string(),
  courseTitle: z.string(),
  /** Regulation, table, model course and edition to which the course was held; empty where its rule named none. */
  heldTo: z.string(),
  /** The administration that had approved the course, and the number of the approval; both empty for none. */
  approvedBy: z.string(),
  approvalNumber: z.string(),
  /** The document on which its validity depends: it is valid while that document is. Empty for none. */
  boundTo: z.string(),
  dateOfIssue: CalendarDate,
  /** Null is shown as N/A. */
  dateOfExpiry: z.nullable(CalendarDate),
  /** The day on which it was revoked, in the academy's time zone. */
  revokedOn: z.nullable(CalendarDate),
  /** The number of the certificate that replaced it. */
  replacedBy: z.nullable(z.string()),
});

/**
 * What a held certificate waits for: a check of its holder's changed identity, the details about the academy that every
 * certificate states, or the name of its holder in Latin letters.
 */
const holds = ['identity', 'academy', 'name'] as const;
export type Hold = (typeof holds)[number];

/** Empty for one that is not held, or is about to be issued. */
export const waitsFor = z.array(z.enum(holds));

export const HeldCertificate = z.extend(Certificate, {
  _id: Id,
  refresherDue,
  /** Null until the PDF is generated. */
  pdfPath: z.nullable(FileLink),
  /** The same sheet as a picture, drawn when it is first opened; null without a PDF, and for older certificates. */
  picture: z.nullable(FileLink),
  verifyUrl: z.string(),
  waitsFor,
});
export type HeldCertificate = z.infer<typeof HeldCertificate>;

/**
 * The public data of a certificate: email, passport number and birth date are partly masked, except for the holder and
 * staff.
 */
export const VerifiedCertificate = Certificate;
export type VerifiedCertificate = z.infer<typeof VerifiedCertificate>;

/** A certificate with which the academy signs PDFs, or signed them once. */
const PdfSigner = z.object({
  /** The subject's name, such as `CN=Fairlead Maritime Academy`. */
  subject: z.string(),
  /** SHA-256 of the certificate, in pairs of hexadecimal digits with colons. */
  fingerprint: z.string(),
  /** X.509 (RFC 5280), DER in base64. */
  certificate: z.string(),
  /** Those of the authorities that issued it, in the same form; none where the academy made it itself. */
  issuers: z.array(z.string()),
  validFrom: Instant,
  /** Null for the current one. */
  validUntil: z.nullable(Instant),
});

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
  /** Missing in a list that a device kept before there were any. */
  pdfSigners: z.optional(z.array(PdfSigner)),
});
export type AcademyKeys = z.infer<typeof AcademyKeys>;

/**
 * A withdrawn certificate, named by the digest of the signature in its QR code (contract/proofs/credential.ts): a list
 * of numbers would give anyone access to every holder's page, and digests of numbers can be reversed by trying them
 * all.
 */
const Withdrawal = z.object({
  digest: z.string(),
  /** `number` for a certificate whose code the academy has not recorded: the digest is that of its number. */
  of: z.enum(['code', 'number']),
  kind: z.enum(['revoked', 'superseded']),
  on: CalendarDate,
  /** The number of its entry in the public log, from 1; null for less than a second after the withdrawal. */
  entry: z.nullable(z.number()),
  /** The same from 0, as the log counts. Missing in a list of version 1, which a device may have kept. */
  index: z.optional(z.nullable(z.number())),
});

/** All withdrawn certificates, dated and signed by the academy (contract/certificates/withdrawals.ts). */
export const Withdrawals = z.object({
  asOf: Instant,
  /** Who has no newer list after this time does not know what was withdrawn since. */
  nextUpdate: Instant,
  withdrawn: z.array(Withdrawal),
  /** The key of `GET /verify/keys`, and its Ed25519 signature over version 1 in base64url. */
  keyId: z.string(),
  signature: z.string(),
  /** The same over version 2; missing in a list that a device kept before there was one. */
  signature2: z.optional(z.string()),
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
  /**
   * `logProof` shows that the public log contains the certificate, as c2sp.org/tlog-proof; null for less than a second
   * after the issue. For its holder and for staff, it also contains what the certificate states.
   * `picture` is for the holder alone.
   */
  verify: {
    method: 'GET',
    path: '/verify/:number',
    who: 'anyone',
    // Any text is looked up: if it is not a certificate number, it is not found.
    params: z.object({ number: bounded(300, { tooLong: 'This is not a certificate number' }) }),
    reply: data(z.extend(VerifiedCertificate, { logProof: z.nullable(z.string()), picture: z.nullable(FileLink) })),
  },
} as const satisfies Calls;
