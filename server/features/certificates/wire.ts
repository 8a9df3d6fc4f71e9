import { createHash } from 'node:crypto';
import type { AcademyKeys, HeldCertificate, VerifiedCertificate, Withdrawals } from '@fairlead/contract/certificates';
import type { Config } from '../../config.ts';
import { type CalendarDate, dayAt } from '../../platform/calendar.ts';
import type { PublicKey } from '../../platform/keys/keys.ts';
import type { Withdrawal } from './queries.ts';
import { maskBirthDate, maskEmail, maskNumber, type Status, stateOn } from './rules.ts';

type Row = {
  number: string;
  status: Status;
  name: string;
  email: string;
  birthDate: CalendarDate;
  passportNumber: string;
  cdcNumber: string;
  indosNumber: string;
  gradeNumber: string;
  courseTitle: string;
  issuedOn: CalendarDate;
  expiresOn: CalendarDate | null;
  revokedAt: Date | null;
  replacedBy: string | null;
};

/** Today's date in the academy's time zone, and that time zone. */
export type Calendar = { today: CalendarDate; timeZone: string };

/** The public URL that verifies a certificate; the QR code on its sheet contains this URL. */
export const verifyUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, number: string): string =>
  `${publicUrl}/verify/${number}`;

/** A certificate with everything on it, for its holder and for staff. */
export const toWholeCertificate = (row: Row, { today, timeZone }: Calendar): VerifiedCertificate => ({
  certNo: row.number,
  status: stateOn(row, today),
  name: row.name,
  email: row.email,
  dateOfBirth: row.birthDate,
  passportNo: row.passportNumber,
  cdcNo: row.cdcNumber,
  indosNo: row.indosNumber,
  gradeNo: row.gradeNumber,
  courseTitle: row.courseTitle,
  dateOfIssue: row.issuedOn,
  dateOfExpiry: row.expiresOn,
  revokedOn: row.revokedAt && dayAt(row.revokedAt, timeZone),
  replacedBy: row.replacedBy,
});

/** The same for the public: email address, date of birth and passport number partly masked. */
export const toPublicCertificate = (row: Row, calendar: Calendar): VerifiedCertificate => ({
  ...toWholeCertificate(row, calendar),
  email: maskEmail(row.email),
  dateOfBirth: maskBirthDate(row.birthDate),
  passportNo: maskNumber(row.passportNumber),
});

type Links = { pdf: (filename: string) => string; verify: (number: string) => string };

export const toHeldCertificate = (
  row: Row & { pdf: string | null },
  calendar: Calendar,
  links: Links,
): HeldCertificate => ({
  ...toWholeCertificate(row, calendar),
  pdfPath: row.pdf === null ? null : { filename: row.pdf, url: links.pdf(row.pdf) },
  verifyUrl: links.verify(row.number),
});

export const toAcademyKeys = (keys: readonly PublicKey[], now: Date): AcademyKeys => ({
  asOf: now.toISOString(),
  keys: keys.map(({ id, key, validFrom, validUntil }) => ({
    id,
    key,
    validFrom: validFrom.toISOString(),
    validUntil: validUntil?.toISOString() ?? null,
  })),
});

/**
 * The same as `digestOfNumber` of the contract, but synchronous: WebCrypto would cost a call to another thread for each
 * of thousands of numbers.
 */
const digestOf = (number: string): string =>
  createHash('sha256').update(number).digest().subarray(0, 16).toString('base64url');

export const toWithdrawals = (withdrawals: readonly Withdrawal[], { timeZone }: Calendar, now: Date): Withdrawals => ({
  asOf: now.toISOString(),
  withdrawn: withdrawals.map(({ number, kind, at }) => ({ digest: digestOf(number), kind, on: dayAt(at, timeZone) })),
});
