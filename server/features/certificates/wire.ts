import { createHash, sign } from 'node:crypto';
import type {
  AcademyKeys,
  HeldCertificate,
  VerifiedCertificate,
  Withdrawals,
} from '@fairlead/contract/certificates/calls';
import { certificateNames } from '@fairlead/contract/certificates/names';
import { signedWithdrawals } from '@fairlead/contract/certificates/withdrawals';
import { type FromWire, toWire } from '@fairlead/contract/platform/names';
import { type CalendarDate, dayAt } from '../../platform/calendar.ts';
import { datedBy, type PublicKey, type SigningKey } from '../../platform/keys/keys.ts';
import type { PdfSigner } from '../../platform/keys/pdf-signers.ts';
import type { Config } from '../../settings/config.ts';
import type { Academy } from '../academy/index.ts';
import type { Withdrawal } from './queries.ts';
import { maskBirthDate, maskEmail, maskNumber, type Status, stateOn, waitsFor } from './rules.ts';

type Row = Omit<FromWire<typeof certificateNames, VerifiedCertificate>, 'status' | 'revokedOn'> & {
  status: Status;
  revokedAt: Date | null;
};

/** Today's date in the academy's time zone, and that time zone. */
export type Calendar = { today: CalendarDate; timeZone: string };

/** The public URL that verifies a certificate; the QR code on its sheet contains this URL. */
export const verifyUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, number: string): string =>
  `${publicUrl}/verify/${encodeURIComponent(number)}`;

/** A row as it stands today: with its state, and the day on which it was revoked. */
export const asOfToday = <R extends Row>(row: R, { today, timeZone }: Calendar) => ({
  ...row,
  status: stateOn(row, today),
  revokedOn: row.revokedAt && dayAt(row.revokedAt, timeZone),
});

/** A certificate with everything on it, for its holder and for staff. */
export const toWholeCertificate = (row: Row, calendar: Calendar): VerifiedCertificate =>
  toWire(certificateNames, asOfToday(row, calendar));

/** The same for the public: email address, date of birth and passport number partly masked. */
export const toPublicCertificate = (row: Row, calendar: Calendar): VerifiedCertificate => ({
  ...toWholeCertificate(row, calendar),
  email: maskEmail(row.email),
  dateOfBirth: maskBirthDate(row.birthDate),
  passportNo: maskNumber(row.passportNumber),
});

/** A stored file with its link; null until there is one. */
export const linked = (filename: string | null, link: (filename: string) => string) =>
  filename === null ? null : { filename, url: link(filename) };

/** Links to a certificate's files, and to its public check. */
export type Links = { file: (filename: string) => string; verify: (number: string) => string };
type Drawn = { status: Status; pdf: string | null; picture: string | null };

/** The picture with its link; none of a certificate that was withdrawn, since a picture does not say so. */
export const pictureOf = ({ status, picture }: Omit<Drawn, 'pdf'>, link: Links['file']) =>
  linked(status === 'issued' ? picture : null, link);

/** The PDF and the picture with their links; null until they are drawn. */
export const filesOf = ({ pdf, ...drawn }: Drawn, link: Links['file']) => ({
  pdf: linked(pdf, link),
  picture: pictureOf(drawn, link),
});

type Holdable = { status: Status; identityChangedAt: Date | null; nameInProfile: string };

/** What a held certificate waits for. */
export const holdsOf = (
  { status, identityChangedAt, nameInProfile: name }: Holdable,
  { missing }: Pick<Academy, 'missing'>,
) => (status === 'held' ? waitsFor({ identityChangedAt, name }, missing) : []);

export const toHeldCertificate = (
  row: Row & Drawn & Holdable & { id: string; refresherDue: CalendarDate | null },
  academy: Pick<Academy, 'missing'>,
  { calendar, links }: { calendar: Calendar; links: Links },
): HeldCertificate =>
  toWire(certificateNames, {
    ...asOfToday(row, calendar),
    ...filesOf(row, links.file),
    verifyUrl: links.verify(row.number),
    waitsFor: holdsOf(row, academy),
  });

export const toAcademyKeys = (
  keys: readonly PublicKey[],
  pdfSigners: readonly PdfSigner[],
  now: Date,
): AcademyKeys => ({
  asOf: now.toISOString(),
  keys: keys.map(({ id, key, ...period }) => ({ id, key, ...toPeriod(period) })),
  pdfSigners: pdfSigners.map(({ certificates: [own, ...issuers], ...period }) => ({
    subject: own.subject.split('\n').join(', '),
    fingerprint: own.fingerprint256,
    certificate: own.raw.toString('base64'),
    issuers: issuers.map(({ raw }) => raw.toString('base64')),
    ...toPeriod(period),
  })),
});

const toPeriod = ({ validFrom, validUntil }: Pick<PublicKey, 'validFrom' | 'validUntil'>) => ({
  validFrom: validFrom.toISOString(),
  validUntil: validUntil?.toISOString() ?? null,
});

/**
 * The same as `digestOfNumber` and `digestOfCode` of the contract, but synchronous: WebCrypto would cost a call to
 * another thread for each of thousands.
 */
const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest().subarray(0, 16).toString('base64url');

/** The name of a certificate in the list of withdrawn ones. @param signature the one in its QR code. */
export const digestOfCode = (signature: Uint8Array): string => digestOf(signature);

/** A list of withdrawals is out of date after so many days, as is a status list of badges. */
export const listDays = 7;

/** The list of withdrawals, dated and signed: as version 2, and as version 1 for programs that know no other. */
export function toWithdrawals(
  withdrawals: readonly Withdrawal[],
  { timeZone }: Calendar,
  { key, now }: { key: SigningKey; now: Date },
): Withdrawals {
  const asOf = new Date(datedBy(key, now) * 1000);
  const list = {
    asOf: asOf.toISOString(),
    nextUpdate: new Date(asOf.getTime() + listDays * 24 * 3600_000).toISOString(),
    withdrawn: withdrawals.map(({ number, codeDigest, kind, at, entry }) => ({
      ...(codeDigest === null
        ? { digest: digestOf(number), of: 'number' as const }
        : { digest: codeDigest, of: 'code' as const }),
      kind,
      on: dayAt(at, timeZone),
      entry,
      index: entry === null ? null : entry - 1,
    })),
  };
  const signed = (version: 1 | 2) => sign(null, signedWithdrawals(list, version), key.privateKey).toString('base64url');
  return { ...list, keyId: key.id, signature: signed(1), signature2: signed(2) };
}
