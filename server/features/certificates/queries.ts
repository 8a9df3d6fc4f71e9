import { sql } from 'kysely';
import type { CalendarDate } from '../../platform/calendar.ts';
import { sizeOf } from '../../platform/chain/chain.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { provisionalPrefix } from './certificate-number.ts';

/** The facts that a certificate of this enrolment would state today; undefined without a profile. */
export const findFacts = (tx: Tx, enrolmentId: string) =>
  tx
    .selectFrom('enrolment')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .innerJoin('seafarerProfile as profile', 'profile.accountId', 'enrolment.accountId')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .select([
      'account.email',
      'profile.name',
      'profile.ownScriptName',
      'profile.birthDate',
      'profile.passportNumber',
      'profile.cdcNumber',
      'profile.indosNumber',
      'profile.gradeNumber',
      'profile.profilePictureId as portraitId',
      'profile.identityChangedAt',
      'course.title as courseTitle',
      'course.regulations',
      'course.subjects',
    ])
    .where('enrolment.id', '=', enrolmentId)
    .executeTakeFirst();

/** Since when the holder's identity waits for a check; null where none does. */
export const identityChangedAt = sql<Date | null>`(
  select identity_changed_at from seafarer_profile where account_id = certificate.account_id)`;

/** The name of the holder's profile, which a certificate on hold will state; its own where there is no profile. */
export const nameInProfile = sql<string>`coalesce(
  (select name from seafarer_profile where account_id = certificate.account_id), certificate.name)`;

/**
 * By when a certificate is to be renewed: its last day, or that by which its refresher is due; indexed where it is
 * issued.
 */
export const renewalDay = sql<CalendarDate | null>`coalesce(certificate.expires_on, certificate.refresher_due)`;

/**
 * The name under which the picture of a certificate opens: that of its file, or of one that is drawn when it is first
 * opened (draw-picture.ts); null where there is none.
 */
export const pictureName = (certificate: 'certificate' | 'own') => sql<string | null>`coalesce(
  picture.filename, case when ${sql.ref(`${certificate}.drawn_with`)} is not null then ${sql.ref(`${certificate}.id`)} || '.webp' end)`;

const certificates = (db: Queryable) =>
  db
    .selectFrom('certificate')
    .leftJoin('storedFile as pdf', 'pdf.id', 'certificate.pdfFileId')
    .leftJoin('storedFile as picture', 'picture.id', 'certificate.pictureFileId')
    .leftJoin('certificate as successor', 'successor.id', 'certificate.supersededBy')
    .select([
      'certificate.id',
      'certificate.number',
      'certificate.accountId',
      'certificate.status',
      'certificate.name',
      'certificate.ownScriptName',
      'certificate.email',
      'certificate.birthDate',
      'certificate.passportNumber',
      'certificate.cdcNumber',
      'certificate.indosNumber',
      'certificate.gradeNumber',
      'certificate.courseTitle',
      'certificate.heldTo',
      'certificate.approvedBy',
      'certificate.approvalNumber',
      'certificate.boundTo',
      'certificate.issuedOn',
      'certificate.expiresOn',
      'certificate.refresherDue',
      'certificate.revokedAt',
      'successor.number as replacedBy',
      identityChangedAt.as('identityChangedAt'),
      nameInProfile.as('nameInProfile'),
      'pdf.filename as pdf',
      pictureName('certificate').as('picture'),
    ]);

/** A learner's certificates for a course, newest first: several if it was renewed. */
export const listOwnCertificates = (db: Queryable, accountId: string, courseId: string) =>
  certificates(db)
    .where('certificate.accountId', '=', accountId)
    .where('certificate.courseId', '=', courseId)
    .orderBy('certificate.id', 'desc')
    .execute();

/** @param number as written on the certificate; see normalizeCertificateNumber. */
export const findCertificateByNumber = (db: Queryable, number: string) =>
  certificates(db).where('certificate.number', '=', number).executeTakeFirst();

/** All data that is rendered, with the photograph as of the issue; undefined when there is no such certificate. */
export const findSheet = (db: Queryable, id: string) =>
  db
    .selectFrom('certificate')
    .leftJoin('storedFile as portrait', 'portrait.id', 'certificate.portraitId')
    .selectAll('certificate')
    .select('portrait.filename as portrait')
    .where('certificate.id', '=', id)
    .executeTakeFirst();
export type Sheet = NonNullable<Awaited<ReturnType<typeof findSheet>>>;

type Withdrawn = {
  number: string;
  codeDigest: string | null;
  /** The index of the entry in the public log; null while it is not chained. */
  entry: number | null;
  at: Date;
  kind: 'revoked' | 'superseded';
};

/**
 * A query for every certificate that was withdrawn: revoked, or replaced by a newer one. It is read from the log, so
 * that a withdrawal that somebody undoes in the register stays one, and from the register, for a withdrawal without an
 * entry. A value that was written directly into the database must not end the list: a place beyond the log is null, and
 * a time is limited to years of four digits.
 */
export const withdrawals = sql`
  with logged as (
    select distinct on (subject) subject, kind, at, seal_index from certificate_event
    where kind in ('revoke', 'supersede') order by subject, at desc
  ), withdrawn as (
    select number, code_digest, seal_index, at, id, case kind when 'revoke' then 'revoked' else 'superseded' end as kind
    from logged join certificate on certificate.log_id = logged.subject
    union all
    select number, code_digest, null, coalesce(revoked_at, superseded_at), id, status from certificate
    where status in ('revoked', 'superseded') and number not like ${`${provisionalPrefix}-%`}
      and not exists (select from logged where subject = log_id)
  )
  select number, code_digest, id, kind, greatest('1970-01-01', least('9999-12-30', at)) as at,
    case when seal_index <= ${sizeOf('certificates')} then seal_index end as entry
  from withdrawn`;

/** Every certificate that was withdrawn, earliest first. Offline verification checks against this list. */
export async function listWithdrawals(db: Queryable): Promise<Withdrawn[]> {
  const { rows } = await sql<Withdrawn>`${withdrawals} order by at, id`.execute(db);
  return rows.map(({ number, codeDigest, entry, at, kind }) => ({ number, codeDigest, entry, at, kind }));
}
export type Withdrawal = Awaited<ReturnType<typeof listWithdrawals>>[number];
